Feature: Retries of a suspended account

  A program may be in the middle of a change when its account is suspended. It
  learns what came of that as soon as the account goes on.

  @account-suspended-replay
  Rule: What was done before is told again when the account goes on

    Scenario: The same key while it is suspended
      Given Ama owns the domain "baobab.example"
      And Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama's account is suspended
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "account_suspended"

    Scenario: The same key when it goes on
      Given Ama owns the domain "baobab.example"
      And Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama's account was suspended for a while
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again
