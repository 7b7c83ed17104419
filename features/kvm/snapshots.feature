Feature: Snapshots of a virtual machine

  A snapshot keeps what a machine is at one moment. Customers take one before
  they try something, and go back to it if it goes wrong.

  Background:
    Given Ama has the KVM instance "db"

  Rule: A snapshot is made, and ready then

    Scenario Outline: Of a machine that is <state>
      Given Ama has the KVM instance "box", which is "<state>"
      When Ama takes the snapshot "monday" of the machine "box"
      Then the request is accepted
      And the snapshot "monday" of the machine "box" is "creating"
      When the hypervisor has caught up
      Then the snapshot "monday" of the machine "box" is "ready"
      And "box" is "<state>"

      Examples:
        | state   |
        | running |
        | stopped |
        | paused  |

    Scenario: Not of a machine in trouble
      Given Ama has the KVM instance "box", which is "error"
      When Ama takes the snapshot "monday" of the machine "box"
      Then the request is refused as "action_not_allowed"
      And the machine "box" has no snapshots

  Rule: The list shows the newest first

    Scenario: Three snapshots, a day between each
      Given the machine "db" has the snapshot "monday"
      And a day later the machine "db" has the snapshot "tuesday"
      And a day later the machine "db" has the snapshot "wednesday"
      Then the machine "db" has the snapshots "wednesday, tuesday, monday"
      When Ama reads the snapshots of the machine "db" in pages of 2
      Then the pages of snapshots are "wednesday, tuesday / monday"

  Rule: A snapshot that is no longer needed is deleted

    Scenario: It is on its way out, and gone then
      Given the machine "db" has the snapshot "monday"
      When Ama deletes the snapshot "monday" of the machine "db"
      Then the request is accepted
      And the snapshot "monday" of the machine "db" is "deleting"
      When the hypervisor has caught up
      Then the machine "db" has no snapshots

    Scenario: One that is gone cannot be found
      Given the machine "db" has the snapshot "monday"
      And Ama deleted the snapshot "monday" of the machine "db"
      When Ama deletes the snapshot "monday" of the machine "db"
      Then the request is refused as "snapshot_not_found"

  Rule: Only what is ready can be gone back to

    Scenario: A snapshot that is still being made
      When Ama takes the snapshot "monday" of the machine "db"
      And Ama rolls the machine "db" back to the snapshot "monday"
      Then the request is refused as "change_in_progress"
      And the snapshot "monday" of the machine "db" is "creating"
