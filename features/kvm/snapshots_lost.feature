Feature: Snapshots that are gone

  Some hypervisors let snapshots expire, or drop the newer ones where a machine
  goes back to an older one. Nobody is shown what cannot be gone back to.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "first"
    And the hypervisor has caught up
    And a day later the machine "db" has the snapshot "second"
    And the hypervisor has caught up

  @machine-snapshot-lost
  Rule: What the hypervisor has no longer is not listed

    Scenario: The newer one goes with the way back
      Given the hypervisor keeps nothing newer than what it goes back to
      When Ama restores the snapshot "first" of the machine "db"
      And the hypervisor has caught up
      Then the machine "db" has the snapshots "first"

    Scenario: Elsewhere it stays
      When Ama restores the snapshot "first" of the machine "db"
      And the hypervisor has caught up
      Then the machine "db" has the snapshots "second, first"

    Scenario: It expires
      Given 5 minutes passed, minute by minute
      When the snapshot "first" of the machine "db" expires at the hypervisor
      And 2 minutes pass, minute by minute
      Then the machine "db" has the snapshots "second"
