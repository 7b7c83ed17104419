Feature: Limits of those who are not known

  To look a credential up costs as much when somebody made it up. So an address may
  send so many that open nothing, and is refused more before anything is looked up.

  Background:
    Given Ama's login opens her account
    And Ama calls with a token that was changed

  @limit-strangers
  Rule: An address sends 120 in 60 seconds that open nothing

    Scenario: The last of them
      Given Ama was refused her account 119 times
      When Ama looks up her account
      Then the request is refused as "invalid_token"

    Scenario: One more
      Given Ama was refused her account 120 times
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"
      And the refusal says when to come back

    Scenario: A minute later
      Given Ama was refused her account 121 times
      When 1 minute passes
      And Ama looks up her account
      Then the request is refused as "invalid_token"
