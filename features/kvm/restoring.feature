Feature: Restoring a snapshot of a machine

  A machine becomes again what it was when the snapshot was taken: its files,
  its name, its password. What happened since is lost.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @kvm-rollback-shown
  Rule: The machine and the snapshot show it until it is done

    Scenario: Under way
      When Ama restores the snapshot "monday" of the machine "db"
      Then the request is accepted
      And "db" is "restoring"
      And the snapshot "monday" of the machine "db" is "restoring"

    Scenario: Done
      When Ama restores the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then "db" is "running"
      And the snapshot "monday" of the machine "db" is "ready"

  @kvm-rollback
  Rule: The machine really is what it was

    Scenario: The password of that day
      Given the password of the machine "db" was "monday's password"
      And the machine "db" has the snapshot "tuesday"
      And Ama set the password of the machine "db" to "a later password"
      When Ama restores the snapshot "tuesday" of the machine "db"
      And the hypervisor has caught up
      Then "monday's password" opens the machine "db"
      And "a later password" does not open the machine "db"

    Scenario: The name and the system of that day
      Given the machine "db" runs "debian-12" and calls itself "db"
      And the machine "db" has the snapshot "tuesday"
      And the machine "db" was upgraded to "debian-13" and calls itself "db-new"
      When Ama restores the snapshot "tuesday" of the machine "db"
      And the hypervisor has caught up
      Then the machine "db" runs "debian-12" and calls itself "db"

  @kvm-rollback
  Rule: It can be restored again

    Scenario: The same snapshot twice
      Given Ama restored the snapshot "monday" of the machine "db"
      When Ama restores the snapshot "monday" of the machine "db"
      Then the request is accepted
