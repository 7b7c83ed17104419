Feature: A member of the cluster that is away

  A cluster has many members, and one of them may be away while the others
  answer. Nobody knows then what its containers do, so nothing is said of
  them that was not seen.

  Background:
    Given Ama has the container "web"
    And Ama has the container "db"

  @lxc-member-away
  Rule: What cannot be seen stays as it was shown, and nothing is made up

    Scenario: Its containers keep their status
      Given the member of the cluster that has "web" is away
      When 10 minutes pass, minute by minute
      Then "web" is "running"
      And "web" has nothing to say of its last change
      And "db" is "running"

    Scenario: Its containers have a gap
      Given 30 minutes passed, minute by minute
      And the member of the cluster that has "web" is away
      And 30 minutes passed, minute by minute
      And the member of the cluster that has "web" is back
      When 30 minutes pass, minute by minute
      And Ama asks what the container "web" used
      Then there is a gap of 30 minutes between two points

    Scenario: The others are seen all the time
      Given the member of the cluster that has "web" is away
      When 30 minutes pass, minute by minute
      And Ama asks what the container "db" used
      Then there are points for 30 minutes, 5 minutes apart

    Scenario: A change waits until it is back
      Given the member of the cluster that has "web" is away
      And Ama stopped the container "web"
      And the hypervisor has caught up
      And the member of the cluster that has "web" is back
      When 1 second passes
      And the hypervisor has caught up
      Then "web" is "stopped"
