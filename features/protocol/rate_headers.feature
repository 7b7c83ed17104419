Feature: How requests that are left are told

  A program that watches what it may still ask need never be refused. Headers say
  it with every answer, and when to come back.

  Background:
    Given Ama owns the domain "baobab.example"

  @limit-left
  Rule: Every answer says how many requests are left

    @rest @graphql
    Scenario Outline: After <count> requests of 3
      Given Ama's credential allows 3 requests a minute
      And Ama has looked up her account <before> times
      When Ama looks up her account
      Then the answer says that <left> of 3 requests are left

      Examples:
        | count | before | left |
        | 1     | 0      | 2    |
        | 2     | 1      | 1    |

    @rest
    Scenario: Refusals say it too
      Given Ama's credential carries only "domains:read" and allows 3 requests a minute
      When Ama looks up her account
      Then the request is refused as "insufficient_scope"
      And the answer says that 2 of 3 requests are left

    @rest
    Scenario: So does what is not there
      Given Ama's credential allows 3 requests a minute
      When Ama sends GET to "/v1/planets"
      Then the answer says that 2 of 3 requests are left

  @limit-retry
  Rule: A refused credential is told when it may go on

    @rest
    Scenario: By the header for that
      Given Ama's credential allows 1 request a minute
      And Ama has looked up her account
      When 20 seconds pass
      And Ama looks up her account
      Then the answer says to come back in 40 seconds
      And the answer says that 0 of 1 requests are left
