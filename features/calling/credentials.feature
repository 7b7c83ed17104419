Feature: Credentials

  A key opens an account to a program. So it can end, be taken back, and be
  limited to what the program needs, and a wrong one says nothing about others.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: Without a credential of ours nobody gets in

    Scenario Outline: <what>
      Given Ama's token is <what>
      When Ama looks up her account
      Then the request is refused as "invalid_token"

      Examples:
        | what                    |
        | missing                 |
        | mistyped                |
        | one that never was      |
        | one of another platform |

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

  Rule: A credential that was taken back opens nothing any more

    Scenario: From now on
      When Ama looks up her account
      And Ama's credential is revoked
      And Ama looks up her account
      Then the request is refused as "credential_revoked"

    Scenario: Another credential of hers still does
      Given Ama's credential was revoked
      And Ama has another credential
      When Ama looks up her account
      Then the request is accepted

    Scenario: Not even to retry what it did before
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama's credential is revoked
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "credential_revoked"

  Rule: What it may do counts each time, also for a retry

    Scenario: Another credential without the scope retries
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama's credential carries only "domains:read"
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "insufficient_scope"
