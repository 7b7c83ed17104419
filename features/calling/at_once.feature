Feature: Many requests at the same moment

  Programs that retry in a hurry send twice before the first answer is there.
  However many arrive at once under one key, one is done.

  Background:
    Given Ama owns the domain "baobab.example"

  @key-at-once
  Rule: The same change, many times at once, is done once and answered alike

    Scenario: Fifty times a new record
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" 50 times at once under one key
      And the nameservers have caught up
      Then all 50 are accepted with the same answer
      And "baobab.example" has these records:
        | name | type | contents  | status |
        | www  | A    | 192.0.2.1 | active |
      And the nameservers were asked once
      And Ama's usage shows 50 entries of "createDnsRecord"

  @key-at-once
  Rule: Two different changes at once under one key: one is done, one refused

    Scenario: Auto-renew of two domains
      Given Ama owns the domain "marula.example"
      When Ama turns auto-renew on for "baobab.example" and for "marula.example" at once under one key
      Then one is accepted, and the other refused as "idempotency_key_conflict"
      And auto-renew is on for one of "baobab.example" and "marula.example"

  @key-at-once-others
  Rule: Changes under different keys do not hinder each other

    Scenario: Twenty records at once
      When Ama adds 20 records to "baobab.example" at once, each under its own key
      And the nameservers have caught up
      Then all 20 are accepted
      And "baobab.example" has 20 records, all of them "active"

    Scenario: The same record at once under different keys
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" 5 times at once, each under its own key
      Then one is accepted, and the others refused as "dns_record_exists"
