Feature: Keeping snapshots of a machine

  Customers see what they have kept, and delete what they no longer need.

  Background:
    Given Ama has the machine "db"

  @machine-snapshot-order
  Rule: The list shows the newest first

    Scenario: Three snapshots, a day between each
      Given the machine "db" has the snapshot "monday"
      And a day later the machine "db" has the snapshot "tuesday"
      And a day later the machine "db" has the snapshot "wednesday"
      When Ama lists the snapshots of the machine "db"
      Then she sees the snapshots "wednesday, tuesday, monday"

    Scenario: Page by page
      Given the machine "db" has the snapshot "monday"
      And a day later the machine "db" has the snapshot "tuesday"
      And a day later the machine "db" has the snapshot "wednesday"
      When Ama reads the snapshots of the machine "db" in pages of 2
      Then the pages of snapshots are "wednesday, tuesday / monday"

  @kvm-snapshots
  Rule: A snapshot that is no longer needed is deleted

    Scenario: It is on its way out
      Given the machine "db" has the snapshot "monday"
      When Ama deletes the snapshot "monday" of the machine "db"
      Then the request is accepted
      And the snapshot "monday" of the machine "db" is "deleting"

    Scenario: It is gone
      Given the machine "db" has the snapshot "monday"
      When Ama deletes the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then the machine "db" has no snapshots

    Scenario: One that is gone cannot be found
      Given the machine "db" has the snapshot "monday"
      And Ama deleted the snapshot "monday" of the machine "db"
      When Ama deletes the snapshot "monday" of the machine "db"
      Then the request is refused as "snapshot_not_found"
