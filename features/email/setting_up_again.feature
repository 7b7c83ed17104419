Feature: Setting up mail again

  Programs retry, and people press twice. Mail is set up once, and what was answered
  is answered again.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And it is ordered with 10 mailboxes of 5 GB each, for 3 months

  @mail-provision-again
  Rule: Doing it again is harmless

    Scenario: Asked for twice before it is done
      When Ama sets up mail for "baobab.example"
      And Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the mail servers were asked once
      And the zone of mail for "baobab.example" is "synced"

    Scenario: The same request again is answered alike
      Given Ama asked for mail for "baobab.example" to be set up with the key "set-up-1"
      When Ama sets up mail for "baobab.example" with the key "set-up-1"
      And the mail servers have caught up
      Then the answer is the first one again
      And the mail servers were asked once

    Scenario: Another request under the same key
      When Ama sets up mail for "baobab.example" with the key "set-up-1"
      And Ama synchronizes the zone of mail for "baobab.example" with the key "set-up-1"
      Then the request is refused as "idempotency_key_conflict"

    Scenario Outline: Ama <acts> it without a key
      When Ama <acts> mail for "baobab.example" without a key
      Then the request is refused as "idempotency_key_required"
      And nothing is under way for mail for "baobab.example"

      Examples:
        | acts                     |
        | sets up                  |
        | synchronizes the zone of |
