Feature: Finding out where to log in

  A program that knows nothing but the address finds out by itself where its user
  can log in, and how to come back with the token (RFC 9728, RFC 6750).

  Background:
    Given Ama has an account

  @cred-metadata @rest @graphql
  Rule: Each refusal of a credential says where it is told

    Scenario Outline: A credential that <what>
      Given Ama's <given>
      When Ama looks up her account
      Then the request is refused as "<code>"
      And the answer leads to where the logins are named, as one that is invalid

      Examples:
        | what           | given                          | code               |
        | never was      | token is one that never was    | invalid_token      |
        | has ended      | credential expired an hour ago | credential_expired |
        | was taken back | credential was revoked         | credential_revoked |

  @cred-metadata @rest
  Rule: So does the refusal of who has none

    Scenario: No credential at all
      Given Ama's token is missing
      When Ama looks up her account
      Then the request is refused as "invalid_token"
      And the answer leads to where the logins are named, without a reproach

  @cred-metadata @rest
  Rule: What is told there is what a program needs

    Scenario: All of it
      When a program reads where to log in
      Then it is told these things:
        | name                     | value                          |
        | resource                 | "http://127.0.0.1:8080"        |
        | authorization_servers    | ["https://login.host.example"] |
        | bearer_methods_supported | ["header"]                     |
        | resource_documentation   | "http://127.0.0.1:8080/docs"   |
      And it is told every scope
