@graphql
Feature: Being told of snapshots and mail

  Snapshots take a while, and mail has several steps. Whoever watches is told how far
  they have come.

  @live-instance @live-own
  Rule: Snapshots are watched, all of them or those of one instance

    Background:
      Given Ama has the container "web"
      And Ama has the container "shop"

    Scenario: A snapshot that is taken
      Given Ama watches the snapshots of "web"
      When Ama takes the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then Ama is told that the snapshot "before-upgrade" is "ready"
      And Ama is told nothing more

    Scenario: A snapshot of another instance
      Given Ama watches the snapshots of "web"
      When Ama takes the snapshot "other" of the container "shop"
      And the hypervisor has caught up
      Then Ama is told nothing more

    Scenario: Snapshots of everything
      Given Ama has the machine "git"
      And Ama watches her snapshots
      When Ama takes the snapshot "other" of the container "shop"
      And Ama takes the snapshot "monday" of the machine "git"
      Then Ama is told that the snapshot "other" is "creating"
      And Ama is told that the snapshot "monday" is "creating"

    Scenario: Of an instance of another account
      Given Kofi has an account
      When Kofi begins to watch the snapshots of "web"
      Then Kofi's watching ends as "service_not_found"

  @live-service
  Rule: Mail is watched while it is set up

    Scenario: The first step
      Given Ama owns the domain "baobab.example"
      And Ama has an email service for "baobab.example"
      And Ama watches her mail
      When Ama sets up mail for "baobab.example"
      Then Ama is told that setting up mail for "baobab.example" is queued

    Scenario: The last step
      Given Ama owns the domain "baobab.example"
      And Ama has an email service for "baobab.example"
      And Ama watches her mail
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then Ama is told that mail for "baobab.example" is set up and its zone "synced"
