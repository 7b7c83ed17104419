Feature: Access tokens of the company's login

  The company has a login of its own. Programs that customers let in there call
  with the token that it gave them: nobody has to hand out a key.

  Background:
    Given Ama's login opens her account

  @cred-jwt
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
      And Ama has looked up her account
      When Ama's credential is revoked
      And Ama looks up her account
      Then the request is refused as "credential_revoked"

    Scenario: And made again
      Given Ama's credential was revoked
      When Ama's login opens her account again
      And Ama logs in for "account:read"
      And Ama looks up her account
      Then the request is accepted
