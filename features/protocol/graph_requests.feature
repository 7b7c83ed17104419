@graphql
Feature: Several things in one request to the graph

  The graph answers several fields at once. Each is an operation of its own:
  with its own scope, its own key and its own entry in the usage.

  Background:
    Given Ama owns the domain "baobab.example"

  @graph-changes-order
  Rule: Changes in one request are made in their order

    Scenario: On, then off
      When Ama turns auto-renew on and then off for "baobab.example" in one request
      Then the request is accepted
      And auto-renew is off for "baobab.example"
      And Ama's usage shows 2 entries of "setDomainAutoRenew"

    Scenario: One that is refused does not stop the next
      When Ama turns auto-renew on for a domain that never was and then for "baobab.example" in one request
      Then auto-renew is on for "baobab.example"
      And Ama's usage shows one "setDomainAutoRenew", done
      And Ama's usage shows one "setDomainAutoRenew", rejected as "domain_not_found"

  @graph-change-keys
  Rule: Each change in a request has a key of its own

    Background:
      Given Ama owns the domain "acacia.example"

    Scenario: Two changes under two keys
      When Ama turns auto-renew on for "baobab.example" and for "acacia.example" in one request under two keys
      Then auto-renew is on for "baobab.example"
      And auto-renew is on for "acacia.example"

    Scenario: Two changes under one key
      When Ama turns auto-renew on for "baobab.example" and for "acacia.example" in one request under one key
      Then the second change is refused as "idempotency_key_conflict"
      And auto-renew is on for "baobab.example"
      And auto-renew is off for "acacia.example"

    Scenario: One change twice under one key
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" twice in one request under one key
      Then both changes have the same answer
      And "baobab.example" has 1 record

    Scenario: One change twice under two keys
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" twice in one request under two keys
      Then the second change is refused as "dns_record_exists"
      And "baobab.example" has 1 record
