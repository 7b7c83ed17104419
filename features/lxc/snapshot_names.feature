Feature: Names of snapshots of a container

  A name tells one snapshot of a container from the others. Programs make names up,
  so their form is strict.

  Background:
    Given Ama has the container "web"

  @lxc-snapshot-names
  Rule: A container's snapshots differ in their names

    Scenario: A name twice
      Given the container "web" has the snapshot "before-upgrade"
      When Ama takes the snapshot "before-upgrade" of the container "web"
      Then the request is refused as "snapshot_name_taken"

    Scenario: The same name for another container
      Given the container "web" has the snapshot "before-upgrade"
      And Ama has the container "db"
      When Ama takes the snapshot "before-upgrade" of the container "db"
      Then the request is accepted

    Scenario Outline: The name <name> is none
      When Ama takes the snapshot "<name>" of the container "web"
      Then the request is refused as "invalid_request"
      And the refusal points to "name"

      Examples:
        | name           |
        | Before         |
        | -before        |
        | before upgrade |
        | before_upgrade |
        | before.upgrade |
