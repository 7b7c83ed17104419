Feature: Snapshots of a container that cannot be restored

  Only a snapshot that is there, and whole, brings anything back.

  Background:
    Given Ama has the container "web"

  @lxc-snapshot-there
  Rule: Only what is there can be restored or deleted

    Scenario Outline: Ama <action> a snapshot that never was
      When Ama <action> the snapshot "never-was" of the container "web"
      Then the request is refused as "snapshot_not_found"

      Examples:
        | action   |
        | restores |
        | deletes  |

    Scenario: A snapshot of another container
      Given Ama has the container "db"
      And the container "db" has the snapshot "before-upgrade"
      When Ama restores the snapshot "before-upgrade" of the container "web"
      Then the request is refused as "snapshot_not_found"

    Scenario: One that could not be taken cannot be restored
      Given the hypervisor will refuse the next request
      And Ama took the snapshot "broken" of the container "web"
      And the hypervisor has caught up
      When Ama restores the snapshot "broken" of the container "web"
      Then the request is refused as "action_not_allowed"

    Scenario: One that could not be taken can be deleted
      Given the hypervisor will refuse the next request
      And Ama took the snapshot "broken" of the container "web"
      And the hypervisor has caught up
      When Ama deletes the snapshot "broken" of the container "web"
      And the hypervisor has caught up
      Then the snapshots of the container "web" are ""

    Scenario Outline: Ama <action> one that is being taken
      Given Ama took the snapshot "early" of the container "web"
      When Ama <action> the snapshot "early" of the container "web"
      Then the request is refused as "change_in_progress"
      And the snapshot "early" of the container "web" is "creating"

      Examples:
        | action   |
        | restores |
        | deletes  |
