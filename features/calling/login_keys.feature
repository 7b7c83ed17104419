Feature: The keys of the company's login

  A login changes its keys, and is out of order now and then. Customers notice as little
  of that as can be.

  Background:
    Given Ama's login opens her account

  @cred-jwt-keys
  Rule: The login may change its keys, and be away

    Scenario: Tokens of a new key
      Given Ama has logged in for "account:read"
      And Ama has looked up her account
      When the login changes its keys
      And 1 minute passes
      And Ama logs in for "account:read"
      And Ama looks up her account
      Then the request is accepted

    Scenario: Tokens of a key that is no longer published
      Given Ama has logged in for "account:read"
      And Ama has looked up her account
      When the login changes its keys
      And 6 minutes pass
      And Ama looks up her account
      Then the request is refused as "invalid_token"

    Scenario: While it is away, its tokens work as before
      Given Ama has logged in for "account:read"
      And Ama has looked up her account
      When the login is out of order
      And 6 minutes pass
      And Ama looks up her account
      Then the request is accepted

    Scenario: Before it was ever reached, nobody is told that a token is wrong
      Given the login is out of order
      And Ama has logged in for "account:read"
      When Ama looks up her account
      Then the request is refused as "overloaded"
