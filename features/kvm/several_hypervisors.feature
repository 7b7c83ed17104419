Feature: Virtual machines at several hypervisors

  A company has more than one hypervisor. Each machine is at one of them and
  stays there, and one that is away is nothing to customers of another.

  Background:
    Given the operator lists two backends of virtual machines, "fra" and "ams"
    And Ama has the machine "shop"
    And Ama has the machine "db"
    And the instance "db" is at "ams"

  @machine-backend
  Rule: A virtual machine is changed where it is

    Scenario: Its power
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "stopped"
      And "ams" was asked, and "fra" was not

    Scenario: One that names no hypervisor is at the default
      When Ama stops the machine "shop"
      And the hypervisor has caught up
      Then "shop" is "stopped"
      And "fra" was asked, and "ams" was not

  @machine-backend-away
  Rule: A hypervisor that is away holds up no other

    Scenario: Its own waits
      Given "ams" will be away for the next 3 requests
      When Ama stops the machine "db"
      And Ama stops the machine "shop"
      And the hypervisor has caught up
      Then "shop" is "stopped"
      And "db" is "stopping"
