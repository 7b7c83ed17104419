Feature: Room for snapshots of a machine

  How many snapshots a customer can keep is part of the plan.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @machine-snapshot-limit
  Rule: The plan says how many there can be

    Scenario: One too many
      Given the plan of "db" has room for 2 snapshots
      And the machine "db" has the snapshot "tuesday"
      When Ama takes the snapshot "wednesday" of the machine "db"
      Then the request is refused as "snapshot_limit_reached"
      And the machine "db" has the snapshots "tuesday, monday"

    Scenario: Room again
      Given the plan of "db" has room for 2 snapshots
      And the machine "db" has the snapshot "tuesday"
      And Ama deleted the snapshot "monday" of the machine "db"
      When Ama takes the snapshot "wednesday" of the machine "db"
      Then the request is accepted
