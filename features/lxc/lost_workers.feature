Feature: When a worker dies over a container

  Processes are killed while they work. A container is not left on its way for
  ever, and shows what it is in the end.

  Background:
    Given Ama has the container "web"

  @machine-lost-worker
  Rule: Another worker goes on when the lease of the dead one ends

    Scenario: After a quarter of a minute
      Given a worker died on stopping "web"
      When 16 seconds pass
      And the hypervisor has caught up
      Then "web" is "stopped"
      And the hypervisor says that "web" is "stopped"

    Scenario: Not before
      Given a worker died on stopping "web"
      When 14 seconds pass
      And the hypervisor has caught up
      Then "web" is "stopping"

  @machine-lost-worker
  Rule: Until then nothing else can be done with it

    Scenario: Another change
      Given a worker died on stopping "web"
      When Ama restarts the container "web"
      Then the request is refused as "change_in_progress"
