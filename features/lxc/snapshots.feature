Feature: Snapshots of containers

  Before something risky, customers keep what a container is now. How many
  they can keep is part of the plan.

  Background:
    Given Ama has the LXC instance "web"

  Rule: A snapshot is made of a container as it is, running or not

    Scenario Outline: Of a container that is <status>
      Given Ama has the LXC instance "db", which is "<status>"
      When Ama makes the snapshot "before-upgrade" of the container "db"
      Then the answer shows the snapshot "creating"
      When the hypervisor has caught up
      Then the snapshot "before-upgrade" of the container "db" is "ready"
      And "db" is "<status>"

      Examples:
        | status  |
        | running |
        | stopped |
        | frozen  |

    Scenario: Not of one that is broken
      Given Ama has the LXC instance "db", which is "error"
      When Ama makes the snapshot "before-upgrade" of the container "db"
      Then the request is refused as "action_not_allowed"
      And the snapshots of the container "db" are ""

  Rule: A container's snapshots differ in their names

    Scenario: A name twice
      Given the container "web" has the snapshot "before-upgrade"
      When Ama makes the snapshot "before-upgrade" of the container "web"
      Then the request is refused as "snapshot_name_taken"

    Scenario: The same name for another container
      Given the container "web" has the snapshot "before-upgrade"
      And Ama has the LXC instance "db"
      When Ama makes the snapshot "before-upgrade" of the container "db"
      Then the request is accepted

    Scenario Outline: <name> is no name
      When Ama makes the snapshot "<name>" of the container "web"
      Then the request is refused as "invalid_request"
      And the refusal points to "name"

      Examples:
        | name           |
        | Before         |
        | -before        |
        | before upgrade |
        | before_upgrade |
        | before.upgrade |

  Rule: The newest come first

    Scenario: Two snapshots
      Given the container "web" has the snapshot "first"
      And 1 hour passed
      And the container "web" has the snapshot "second"
      Then the snapshots of the container "web" are "second, first"

  Rule: The plan says how many there can be

    Scenario: One too many
      Given the plan of "web" has room for 1 snapshot
      And the container "web" has the snapshot "first"
      When Ama makes the snapshot "second" of the container "web"
      Then the request is refused as "snapshot_limit_reached"
      And the snapshots of the container "web" are "first"

    Scenario: Room again
      Given the plan of "web" has room for 1 snapshot
      And the container "web" has the snapshot "first"
      When Ama deletes the snapshot "first" of the container "web"
      Then the answer shows the snapshot "deleting"
      When the hypervisor has caught up
      Then the snapshots of the container "web" are ""
      When Ama makes the snapshot "second" of the container "web"
      Then the request is accepted
