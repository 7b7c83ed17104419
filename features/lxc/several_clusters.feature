Feature: Containers at several clusters

  A company has more than one cluster. Each container is at one of them and
  stays there, and a cluster that is away is nothing to customers of another.

  Background:
    Given the operator lists two backends of containers, "fra" and "ams"
    And Ama has the container "web"
    And Ama has the container "db"
    And the instance "db" is at "ams"

  @machine-backend
  Rule: A container is changed where it is

    Scenario: Its power
      When Ama stops the container "db"
      And the hypervisor has caught up
      Then "db" is "stopped"
      And "ams" was asked, and "fra" was not

    Scenario: Its password
      When Ama sets the password of the container "db" to "correct horse battery"
      Then the request is accepted
      And "ams" was asked, and "fra" was not

    Scenario: One that names no cluster is at the default
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "stopped"
      And "fra" was asked, and "ams" was not

  @machine-backend-away
  Rule: A cluster that is away holds up no other

    Scenario: Its own waits
      Given "ams" will be away for the next 3 requests
      When Ama stops the container "db"
      And Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "stopped"
      And "db" is "stopping"

    Scenario: It is back
      Given "ams" will be away for the next 3 requests
      When Ama stops the container "db"
      And the hypervisor has had 4 attempts
      Then "db" is "stopped"
