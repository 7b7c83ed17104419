Feature: What an access token may do

  A token and the link that it is used by both have bounds: what neither forbids may be
  done, for as long as the token lasts.

  Background:
    Given Ama's login opens her account

  @cred-jwt-scopes
  Rule: A token may do what both it and the link allow

    Scenario Outline: A token for "<token>"
      Given Ama has logged in for "<token>"
      When Ama looks up her account
      Then the request is <answer>

      Examples:
        | token                       | answer                          |
        | openid account:read profile | accepted                        |
        | domains:read                | refused as "insufficient_scope" |
        | account:*                   | refused as "insufficient_scope" |
        | ACCOUNT:READ                | refused as "insufficient_scope" |

    Scenario: A link that allows less
      Given Kofi's login opens his account for "domains:read" only
      And Kofi has logged in for "account:read domains:read"
      When Kofi looks up his account
      Then the request is refused as "insufficient_scope"

    Scenario: The tokens of a link count together
      Given Kofi's login opens his account 1 time a minute
      And Kofi has logged in for "account:read"
      And Kofi has looked up his account
      When Kofi logs in for "account:read"
      And Kofi looks up his account
      Then the request is refused as "rate_limit_exceeded"

  @cred-jwt-ends
  Rule: A token ends when it says, but for a minute by which clocks may differ

    Scenario: Within the minute
      Given Ama has logged in for "account:read", for 10 minutes
      When 11 minutes pass but for a second
      And Ama looks up her account
      Then the request is accepted

    Scenario: After it
      Given Ama has logged in for "account:read", for 10 minutes
      And Ama has looked up her account
      When 11 minutes pass
      And Ama looks up her account
      Then the request is refused as "credential_expired"
