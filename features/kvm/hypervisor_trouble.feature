Feature: When the hypervisor refuses a change of a machine

  What a hypervisor does not want to do is not tried again by itself. The machine
  says what it is, and why.

  Background:
    Given Ama has the machine "db"

  @machine-refused
  Rule: What the hypervisor refuses is not tried again

    Scenario: The machine shows what it is and why
      Given the hypervisor will refuse the next request
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "running"
      And "db" says of its last change "refused"

    Scenario: The customer tries again
      Given the hypervisor will refuse the next request
      And Ama stopped the machine "db"
      And the hypervisor has caught up
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "stopped"

    Scenario: A snapshot that could not be taken
      Given the hypervisor will refuse the next request
      When Ama takes the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then the snapshot "monday" of the machine "db" is "failed"

    Scenario: A snapshot that could not be taken cannot be restored
      Given the hypervisor will refuse the next request
      And Ama took the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      When Ama restores the snapshot "monday" of the machine "db"
      Then the request is refused as "action_not_allowed"

    Scenario: A snapshot that could not be taken can be deleted
      Given the hypervisor will refuse the next request
      And Ama took the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      When Ama deletes the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then the machine "db" has no snapshots

    Scenario: A snapshot that the hypervisor does not restore stays as it was
      Given the machine "db" has the snapshot "monday"
      And the hypervisor will refuse the next request
      When Ama restores the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then the snapshot "monday" of the machine "db" is "ready"
      And "db" says of its last change "refused"
