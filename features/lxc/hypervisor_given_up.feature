Feature: What a hypervisor did, and what it gives up

  Whatever a hypervisor went through, a container is changed once, and shows what it is
  in the end.

  Background:
    Given Ama has the container "web"

  @machine-retries
  Rule: What was done is not done again

    Scenario: A restore that broke off half-way
      Given the container "web" has the snapshot "before-upgrade"
      And the hypervisor will die half-way through the next request
      When Ama restores the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      And 1 second passes
      And the hypervisor has caught up
      Then "web" is "running"
      And the snapshot "before-upgrade" of the container "web" is "ready"

  @machine-attempts
  Rule: After ten attempts it is given up, and the container shows what it is

    Scenario: A hypervisor that stays away
      Given the hypervisor will be away for the next 20 requests
      And Ama stopped the container "web"
      When the hypervisor has had a day more
      Then the hypervisor was asked 10 times
      And "web" is "running"
      And "web" says of its last change "unavailable"

  @machine-attempts
  Rule: A container that is not there any more is shown as broken

    Scenario: Removed by somebody, and then stopped
      Given the hypervisor has lost "web"
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "error"
      And "web" says of its last change "refused"
