@graphql
Feature: Being told how far it is

  Work that is accepted is done a little later. Whoever watches what it is
  about is told when it has come about, and need not ask again and again.

  Rule: A zone is watched as a whole, by its domain, or by the record

    Background:
      Given Ama owns the domain "baobab.example"
      And Ama owns the domain "acacia.example"
      And "acacia.example" has the A record "old" with "192.0.2.1"

    Scenario: A record that is added
      Given Ama watches her records
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then Ama is told that the A record "www" is "pending"
      When the nameservers have caught up
      Then Ama is told that the A record "www" is "active"
      And Ama's usage shows one "dnsRecordChanged", done

    Scenario: A record that is removed
      Given Ama watches the A record "old" of "acacia.example"
      When Ama adds the A record "new" with "192.0.2.1" to "acacia.example"
      And Ama removes the A record "old" from "acacia.example"
      Then Ama is told that the A record "old" is "deleting"
      When the nameservers have caught up
      Then Ama is told nothing more

    Scenario: One domain of several
      Given Ama watches the records of "acacia.example"
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then Ama is told nothing more
      When Ama adds the A record "www" with "192.0.2.1" to "acacia.example"
      Then Ama is told that the A record "www" is "pending"

    Scenario: Somebody else's zone
      Given Kofi has an account
      When Kofi begins to watch the records of "baobab.example"
      Then Kofi's watching ends as "domain_not_found"

    Scenario: Without the scope of a look
      Given Ama's credential carries only "services:read"
      When Ama begins to watch her records
      Then Ama's watching ends as "insufficient_scope"

  Rule: Snapshots are watched, all of them or those of one instance

    Background:
      Given Ama has the LXC instance "web"
      And Ama has the LXC instance "shop"

    Scenario: A snapshot that is made
      Given Ama watches the snapshots of "web"
      When Ama makes the snapshot "other" of the container "shop"
      And Ama makes the snapshot "before-upgrade" of the container "web"
      Then Ama is told that the snapshot "before-upgrade" is "creating"
      When the hypervisor has caught up
      Then Ama is told that the snapshot "before-upgrade" is "ready"
      And Ama is told nothing more

    Scenario: Snapshots of everything
      Given Ama has the KVM instance "git"
      And Ama watches her snapshots
      When Ama makes the snapshot "other" of the container "shop"
      Then Ama is told that the snapshot "other" is "creating"
      When Ama takes the snapshot "monday" of the machine "git"
      Then Ama is told that the snapshot "monday" is "creating"

    Scenario: Of an instance of another account
      Given Kofi has an account
      When Kofi begins to watch the snapshots of "web"
      Then Kofi's watching ends as "service_not_found"

  Rule: Mail is watched while it is set up

    Scenario: From the first step to the last
      Given Ama owns the domain "baobab.example"
      And Ama has an email service for "baobab.example"
      And Ama watches her mail
      When Ama sets up mail for "baobab.example"
      Then Ama is told that setting up mail for "baobab.example" is queued
      When the mail servers have caught up
      Then Ama is told that mail for "baobab.example" is set up and its zone "synced"
