@rest
Feature: How long the login's word opens an account

  The company links whom its login knows to an account, for a while if it likes. A link
  that is over opens nothing, and stands in the way of no other.

  @cred-jwt
  Rule: A link lasts as long as the company said, and can be made anew then

    Scenario Outline: A link for thirty days: <time>
      Given Ama's login opened her account for 30 days
      When <time>
      And Ama logs in for "account:read"
      And Ama looks up her account
      Then the request is <answer>

      Examples:
        | time                          | answer                          |
        | 30 days pass but for a second | accepted                        |
        | 30 days pass                  | refused as "credential_expired" |

    Scenario: One that is over is made again
      Given Ama's login opened her account for 30 days
      When 30 days pass
      And Ama's login opens her account again
      And Ama logs in for "account:read"
      And Ama looks up her account
      Then the request is accepted
