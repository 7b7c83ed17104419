@graphql
Feature: Being told what becomes of machines

  A machine takes its time to stop. Whoever shows it on a screen is told each time
  that it has got further.

  Background:
    Given Ama has the container "web"
    And Ama may convert files

  @live-instance
  Rule: Whoever watches machines is told of each change

    Scenario: A container that is about to stop
      Given Ama watches her machines
      When Ama stops the container "web"
      Then Ama is told that the container "web" is "stopping"

    Scenario: A container that is stopped
      Given Ama watches her machines
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then Ama is told that the container "web" is "stopped"

    Scenario: A machine among them
      Given Ama has the machine "db"
      And Ama watches her machines
      When Ama restarts the machine "db"
      Then Ama is told that the machine "db" is "restarting"

    Scenario: One of several
      Given Ama has the container "web2"
      And Ama watches the machine "web2"
      When Ama stops the container "web"
      And Ama stops the container "web2"
      Then the first that Ama is told is that the container "web2" is "stopping"

  @cred-watching
  Rule: Watching ends with the credential

    Scenario Outline: Watching her <things>
      Given Ama watches her <things>
      When Ama's credential is revoked
      Then Ama's watching ends as "credential_revoked"

      Examples:
        | things      |
        | machines    |
        | conversions |
