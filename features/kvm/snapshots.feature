Feature: Snapshots of a machine

  A snapshot keeps what a machine is at one moment. Customers take one before
  they try something, and go back to it if it goes wrong.

  Background:
    Given Ama has the machine "db"

  @kvm-snapshots
  Rule: A snapshot is taken, and ready then

    Scenario: Under way
      When Ama takes the snapshot "monday" of the machine "db"
      Then the request is accepted
      And the snapshot "monday" of the machine "db" is "creating"

    Scenario Outline: Of a machine that is <state>
      Given Ama has the machine "box", which is "<state>"
      When Ama takes the snapshot "monday" of the machine "box"
      And the hypervisor has caught up
      Then the snapshot "monday" of the machine "box" is "ready"
      And "box" is "<state>"

      Examples:
        | state   |
        | running |
        | stopped |
        | paused  |

    Scenario: Not of a machine in trouble
      Given Ama has the machine "box", which is "error"
      When Ama takes the snapshot "monday" of the machine "box"
      Then the request is refused as "action_not_allowed"
      And the machine "box" has no snapshots

  @kvm-rollback-ready
  Rule: Only what is ready can be restored

    Scenario: A snapshot that is still being taken
      When Ama takes the snapshot "monday" of the machine "db"
      And Ama restores the snapshot "monday" of the machine "db"
      Then the request is refused as "change_in_progress"
      And the snapshot "monday" of the machine "db" is "creating"
