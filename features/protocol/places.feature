@rest
Feature: Requests that are worked on at the same time

  Who asks for much at the same time holds up nobody else: each account has a share
  of what can be served, and who only asks how the platform is needs none of it.

  @limit-share
  Rule: Who has as many as one may is refused the next, and others are served

    Background:
      Given Ama has the free hosting "blog.example"
      And Kofi has an account
      And the platform serves 1 request at a time of each account
      And Ama's request for a link to "blog.example" is being served

    Scenario: One more of the same account
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"
      And the refusal says when to come back

    Scenario: One of another account
      When Kofi looks up his account
      Then the request is accepted

    Scenario: Once the first is answered
      When the panel answers
      And Ama looks up her account
      Then the request is accepted

  @limit-probes
  Rule: Orchestrators are answered, whatever else is served

    Scenario Outline: <probe> where no request is served
      Given no request is served
      When the operator asks the platform of the scenario for "<probe>"
      Then the answer is 200

      Examples:
        | probe   |
        | /livez  |
        | /readyz |
        | /health |
