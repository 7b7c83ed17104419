Feature: Credentials

  A key opens an account to a program. So it can end, and a wrong one says nothing
  about others.

  Background:
    Given Ama owns the domain "baobab.example"

  @cred-needed
  Rule: Without a credential of ours nobody gets in

    @safe
    Scenario Outline: A token that is <what>
      Given Ama's token is <what>
      When Ama looks up her account
      Then the request is refused as "invalid_token"

      Examples:
        | what                    |
        | missing                 |
        | mistyped                |
        | one that never was      |
        | one of another platform |

  @cred-expires
  Rule: A credential ends when it was said to end

    Scenario: A second before
      Given Ama's credential expires in 30 days
      When 30 days pass but for a second
      And Ama looks up her account
      Then the request is accepted

    Scenario: At the moment itself
      Given Ama's credential expires in 30 days
      When 30 days pass
      And Ama looks up her account
      Then the request is refused as "credential_expired"
