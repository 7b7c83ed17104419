Feature: Setting up mail

  Mail has to be taken by the mail servers before a zone sends it there, so
  both are done in that order, and the customer only asks once.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  Rule: The mail servers take mail within the limits of the plan, and the zone follows

    Scenario: Asked for, not yet done
      When Ama sets up mail for "baobab.example"
      Then the request is accepted
      And setting up mail for "baobab.example" is "queued"
      And the mail servers take no mail for "baobab.example"
      And "baobab.example" has no records

    Scenario: Done
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the mail servers take mail for "baobab.example", in up to 10 mailboxes of 5 GB
      And the email service of "baobab.example" is "active"
      And mail for "baobab.example" was set up now
      And nothing is under way for mail for "baobab.example"
      And the zone of mail for "baobab.example" is "synced"
      And the nameservers serve 1 records of the type MX for "baobab.example"
      And the nameservers serve 5 records of the type TXT for "baobab.example"

  Rule: Mail is signed with keys that are made once, and that only the mail servers can use

    Scenario: Keys at rest
      Given mail for "baobab.example" is set up
      Then nobody who reads the database can sign mail for "baobab.example"

    Scenario: Setting it up again keeps the keys
      Given mail for "baobab.example" is set up
      And the keys of mail for "baobab.example" are noted
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the keys of mail for "baobab.example" are the ones that were noted
      And the dkim record of mail for "baobab.example" is "present"

  Rule: Doing it again is harmless

    Scenario: Asked for twice before it is done
      When Ama sets up mail for "baobab.example"
      And Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the mail servers were asked once
      And the zone of mail for "baobab.example" is "synced"

    Scenario: The same request again is answered alike
      When Ama sets up mail for "baobab.example" with the key "set-up-1"
      And Ama sets up mail for "baobab.example" with the key "set-up-1"
      Then the answer is the first one again
      When the mail servers have caught up
      Then the mail servers were asked once

    Scenario: Another request under the same key
      When Ama sets up mail for "baobab.example" with the key "set-up-1"
      And Ama synchronizes the zone of mail for "baobab.example" with the key "set-up-1"
      Then the request is refused as "idempotency_key_conflict"

    Scenario: Without a key
      When Ama sets up mail for "baobab.example" without a key
      Then the request is refused as "idempotency_key_required"
      When Ama synchronizes the zone of mail for "baobab.example" without a key
      Then the request is refused as "idempotency_key_required"

  Rule: A service that was never set up is set up before its zone is synchronized

    Scenario: The zone first
      When Ama synchronizes the zone of mail for "baobab.example"
      Then setting up mail for "baobab.example" is "queued"
      When the mail servers have caught up
      Then the mail servers take mail for "baobab.example", in up to 10 mailboxes of 5 GB
      And the zone of mail for "baobab.example" is "synced"
