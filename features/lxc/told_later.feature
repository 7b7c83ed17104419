Feature: What went wrong is still told later

  Nobody watches a container all the time. Why its last change did not come about
  stands there until the next.

  @machine-refused
  Rule: Looking at a container changes nothing of what it says

    Scenario: A few minutes later
      Given Ama has the container "web"
      And the hypervisor will refuse the next request
      And Ama stopped the container "web"
      And the hypervisor has caught up
      When 3 minutes pass, minute by minute
      Then "web" is "running"
      And "web" says of its last change "refused"
