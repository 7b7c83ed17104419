Feature: Credentials that were taken back

  A key that leaks is taken back. From then on it opens nothing, not even what it
  opened before.

  Background:
    Given Ama owns the domain "baobab.example"

  @cred-revoked
  Rule: A credential that was taken back opens nothing any more

    Scenario: From now on
      Given Ama has looked up her account
      When Ama's credential is revoked
      And Ama looks up her account
      Then the request is refused as "credential_revoked"

    Scenario: Another credential of hers still does
      Given Ama's credential was revoked
      And Ama has another credential
      When Ama looks up her account
      Then the request is accepted

    Scenario: Not even to retry what it did before
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama's credential was revoked
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "credential_revoked"

  @key-scope
  Rule: What it may do counts each time, also for a retry

    Scenario: Another credential without the scope retries
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama's credential carries only "domains:read"
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "insufficient_scope"
