Feature: Access tokens of the company's login

  The company has a login of its own. Programs that customers let in there call
  with the token that it gave them: nobody has to hand out a key.

  Background:
    Given Ama's login opens her account

  Rule: A token opens the account that the company linked

    Scenario: Ama's bookkeeping program
      Given Ama has logged in for "account:read"
      When Ama looks up her account
      Then the request is accepted
      And the account is Ama's

    Scenario: It shows in her usage under its name
      Given Ama has logged in for "account:read account:usage:read"
      And Ama is at "192.0.2.7"
      And Ama uses the client "bookkeeper/3.1"
      When Ama looks up her account
      Then the newest entry of Ama's usage names "bookkeeper", "192.0.2.7" and "bookkeeper/3.1"

    Scenario: Somebody who has a login and no account
      Given Kofi has an account
      And Kofi has logged in for "account:read"
      When Kofi looks up his account
      Then the request is refused as "invalid_token"

    Scenario: The link is taken back
      Given Ama has logged in for "account:read"
      When Ama looks up her account
      And Ama's credential is revoked
      And Ama looks up her account
      Then the request is refused as "credential_revoked"

    Scenario: And made again
      Given Ama's credential was revoked
      When Ama's login opens her account again
      And Ama logs in for "account:read"
      And Ama looks up her account
      Then the request is accepted

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
      When Kofi looks up his account
      And Kofi logs in for "account:read"
      And Kofi looks up his account
      Then the request is refused as "rate_limit_exceeded"

  Rule: A token ends when it says, but for a minute by which clocks may differ

    Scenario: Within the minute
      Given Ama has logged in for "account:read"
      When 11 minutes pass but for a second
      And Ama looks up her account
      Then the request is accepted

    Scenario: After it
      Given Ama has logged in for "account:read"
      When Ama looks up her account
      And 11 minutes pass
      And Ama looks up her account
      Then the request is refused as "credential_expired"

  Rule: Anything else opens nothing

    Scenario Outline: A token <what>
      Given Ama calls with a token <what>
      When Ama looks up her account
      Then the request is refused as "invalid_token"

      Examples:
        | what                      |
        | for another company       |
        | of another login          |
        | about somebody else       |
        | that begins in an hour    |
        | that was changed          |
        | that only says who she is |
        | that nobody signed        |
        | that somebody else signed |

    Scenario: All else about it is right
      Given Ama calls with a token that is right
      When Ama looks up her account
      Then the request is accepted

  Rule: The login may change its keys, and be away

    Scenario: Tokens of a new key
      Given Ama has logged in for "account:read"
      When Ama looks up her account
      And the login changes its keys
      And 1 minute passes
      And Ama logs in for "account:read"
      And Ama looks up her account
      Then the request is accepted

    Scenario: Tokens of a key that is no longer published
      Given Ama has logged in for "account:read"
      When Ama looks up her account
      And the login changes its keys
      And 6 minutes pass
      And Ama looks up her account
      Then the request is refused as "invalid_token"

    Scenario: While it is away, its tokens work as before
      Given Ama has logged in for "account:read"
      When Ama looks up her account
      And the login is out of order
      And 6 minutes pass
      And Ama looks up her account
      Then the request is accepted

    Scenario: Before it was ever reached, nobody is told that a token is wrong
      Given the login is out of order
      And Ama has logged in for "account:read"
      When Ama looks up her account
      Then the request is refused as "overloaded"

  @rest
  Rule: Programs find out where to log in

    Scenario: As the challenge tells them
      When somebody without a credential sends GET to "/.well-known/oauth-protected-resource"
      Then the answer names the login as one whose tokens are taken
