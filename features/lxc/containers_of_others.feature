Feature: Containers that are not there

  A container of somebody else, a machine, and a container that never was
  look the same: they are not there.

  @lxc-own @machine-kinds
  Rule: What is somebody else's does not exist

    Scenario: Somebody else's container
      Given Ama has the container "web"
      And Kofi has an account
      When Kofi looks up the container "web"
      Then the request is refused as "service_not_found"

    Scenario: A container that never was
      Given Ama has the container "web"
      When Ama looks up a container that never was
      Then the request is refused as "service_not_found"

    Scenario: A machine is not found among containers
      Given Ama has the machine "shop"
      When Ama looks up the container "shop"
      Then the request is refused as "service_not_found"

    Scenario: Nobody else may change anything
      Given Ama has the container "web"
      And Kofi has an account
      When Kofi stops the container "web"
      Then the request is refused as "service_not_found"
      And "web" is "running"
