@graphql
Feature: Why something was refused, in the graph

  Programs that read the usage decide by the codes of refusals. The graph tells them as
  some of those that there are, so that a slip is found before the program runs.

  @usage-outcome
  Rule: An entry says why its request was refused, as one of the codes that there are

    Scenario: Refused
      Given Ama has an account
      And Ama's credential carries only "domains:read"
      When Ama looks up her account
      Then the request is refused as "insufficient_scope"
      And the graph tells that Ama's newest request was refused as "insufficient_scope"

    Scenario: Done
      Given Ama has an account
      When Ama looks up her account
      Then the graph tells that Ama's newest request was refused as "nothing"
