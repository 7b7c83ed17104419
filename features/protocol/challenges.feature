@rest
Feature: What a refusal says of the credential that is wanted

  A program that is not let in learns from the answer where to log in, and what was
  wrong with what it sent (RFC 6750, RFC 9728).

  Background:
    Given the platform is reached at "http://127.0.0.1:8080"

  @cred-needed
  Rule: Who is not known learns only that

    Scenario Outline: Without a credential, by GET "<path>"
      When somebody without a credential sends GET to "<path>"
      Then the request is refused as "invalid_token"
      And the challenge is 'Bearer resource_metadata="http://127.0.0.1:8080/.well-known/oauth-protected-resource"'

      Examples:
        | path        |
        | /v1/account |
        | /v1/domains |

    Scenario: A credential that is not ours is called wrong
      When somebody with the credential "hpk_unknown" sends GET to "/v1/account"
      Then the request is refused as "invalid_token"
      And the challenge is 'Bearer resource_metadata="http://127.0.0.1:8080/.well-known/oauth-protected-resource", error="invalid_token"'

  @cred-scope
  Rule: A refusal names the scope that would do

    Scenario: As a header says it
      Given Ama has an account
      And Ama's credential carries only "domains:read"
      When Ama looks up her account
      Then the challenge is 'Bearer resource_metadata="http://127.0.0.1:8080/.well-known/oauth-protected-resource", error="insufficient_scope", scope="account:read"'

  @cred-metadata
  Rule: Programs find out where to log in

    Scenario: As the challenge tells them
      Given Ama's login opens her account
      When somebody without a credential sends GET to "/.well-known/oauth-protected-resource"
      Then the answer names the login as one whose tokens are taken
