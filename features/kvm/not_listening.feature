Feature: A machine that does not listen

  A guest may ignore that it is asked to end, or to begin again. Its owner is told
  soon, and can switch it off.

  Background:
    Given Ama has the machine "db"
    And the hypervisor will not answer the next request

  @kvm-shutdown-ignored
  Rule: It is asked once, and the machine says that nothing came of it

    Scenario: A guest that goes on
      When Ama shuts down the machine "db"
      And the hypervisor has caught up
      Then "db" is "running"
      And "db" says of its last change "timeout"

    Scenario: A guest that does not begin again
      When Ama restarts the machine "db"
      And the hypervisor has caught up
      Then "db" is "running"
      And "db" says of its last change "timeout"

    Scenario: It is switched off instead
      Given Ama shut down the machine "db"
      And the hypervisor has caught up
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "stopped"
      And "db" has nothing to say of its last change
