Feature: When the hypervisor refuses a change of a container

  What a hypervisor does not want to do is not tried again by itself. The
  container stays what it is, and says why.

  Background:
    Given Ama has the container "web"

  @machine-refused
  Rule: What the hypervisor refuses is not tried again

    Scenario: The hypervisor says no
      Given the hypervisor will refuse the next request
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "running"
      And "web" says of its last change "refused"
      And the hypervisor was asked once

    Scenario: Trying again
      Given the hypervisor will refuse the next request
      And Ama stopped the container "web"
      And the hypervisor has caught up
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "stopped"
      And "web" has nothing to say of its last change

  @machine-refused
  Rule: A snapshot that could not be taken says why

    Scenario: The hypervisor takes no snapshot
      Given the hypervisor will refuse the next request
      When Ama takes the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then the snapshot "before-upgrade" of the container "web" is "failed"
      And the snapshot "before-upgrade" of the container "web" says "refused"
      And "web" is "running"
