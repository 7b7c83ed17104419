@graphql
Feature: Being told how far it is

  Work that is accepted is done a little later. Whoever watches what it is
  about is told when it has come about, and need not ask again and again.

  @live-domain @live-own @live-scope
  Rule: A zone is watched as a whole, by its domain, or by the record

    Background:
      Given Ama owns the domain "baobab.example"
      And Ama owns the domain "acacia.example"
      And "acacia.example" has the A record "old" with "192.0.2.1"

    Scenario: A record that is added
      Given Ama watches her records
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then Ama is told that the A record "www" is "pending"
      And Ama's usage shows one "dnsRecordChanged", done

    Scenario: A record that comes to be served
      Given Ama watches her records
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      Then Ama is told that the A record "www" is "active"

    Scenario: A record that is removed
      Given Ama watches the A record "old" of "acacia.example"
      When Ama removes the A record "old" from "acacia.example"
      Then Ama is told that the A record "old" is "deleting"
      And Ama is told nothing more once the nameservers have caught up

    Scenario: A record beside the one that is watched
      Given Ama watches the A record "old" of "acacia.example"
      When Ama adds the A record "new" with "192.0.2.1" to "acacia.example"
      And the nameservers have caught up
      Then Ama is told nothing more

    Scenario: A record of the domain that is watched
      Given Ama watches the records of "acacia.example"
      When Ama adds the A record "www" with "192.0.2.1" to "acacia.example"
      Then Ama is told that the A record "www" is "pending"

    Scenario: A record of another domain
      Given Ama watches the records of "acacia.example"
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then Ama is told nothing more

    Scenario: Somebody else's zone
      Given Kofi has an account
      When Kofi begins to watch the records of "baobab.example"
      Then Kofi's watching ends as "domain_not_found"

    Scenario: Without the scope of a look
      Given Ama's credential carries only "services:read"
      When Ama begins to watch her records
      Then Ama's watching ends as "insufficient_scope"
