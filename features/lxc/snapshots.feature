Feature: Snapshots of containers

  Before something risky, customers keep what a container is now.

  Background:
    Given Ama has the container "web"

  @lxc-snapshots
  Rule: A snapshot is taken of a container as it is, running or not

    Scenario: Under way
      When Ama takes the snapshot "before-upgrade" of the container "web"
      Then the answer shows the snapshot "creating"

    Scenario Outline: Of a container that is <status>
      Given Ama has the container "db", which is "<status>"
      When Ama takes the snapshot "before-upgrade" of the container "db"
      And the hypervisor has caught up
      Then the snapshot "before-upgrade" of the container "db" is "ready"
      And "db" is "<status>"

      Examples:
        | status  |
        | running |
        | stopped |
        | frozen  |

    Scenario: Not of one that is broken
      Given Ama has the container "db", which is "error"
      When Ama takes the snapshot "before-upgrade" of the container "db"
      Then the request is refused as "action_not_allowed"
      And the snapshots of the container "db" are ""

  @machine-snapshot-order
  Rule: The newest come first

    Scenario: Two snapshots
      Given the container "web" has the snapshot "first"
      And 1 hour passed
      And the container "web" has the snapshot "second"
      When Ama lists the snapshots of the container "web"
      Then she sees the snapshots "second, first"
