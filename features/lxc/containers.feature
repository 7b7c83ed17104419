Feature: System containers

  A container is a small server of the customer's own. They see which they
  have, how large those are, where they stand and how to reach them.

  Rule: Customers see their own containers, the newest first

    Scenario: Two containers
      Given Ama has the LXC instance "web"
      And a day later Ama has the LXC instance "db"
      When Ama lists her containers
      Then she sees the containers "db, web"

    Scenario: Virtual machines are no containers
      Given Ama has the LXC instance "web"
      And Ama has the KVM instance "shop"
      When Ama lists her containers
      Then she sees the containers "web"

    Scenario: A customer without any
      Given Ama has the LXC instance "web"
      And Kofi has an account
      When Kofi lists his containers
      Then he sees no containers

  Rule: A container says what it is and how to reach it

    Scenario: What was ordered
      Given Ama has the LXC instance "web"
      When Ama looks up the container "web"
      Then the container has 2 processors, 2 GiB of memory and 40 GiB of disk
      And the container is reached by SSH at "lxc1.host.example" on port 22010
      And the answer shows the container "running"

  Rule: What is somebody else's does not exist

    Scenario: Somebody else's container
      Given Ama has the LXC instance "web"
      And Kofi has an account
      When Kofi looks up the container "web"
      Then the request is refused as "service_not_found"

    Scenario: A container that never was
      Given Ama has the LXC instance "web"
      When Ama looks up a container that never was
      Then the request is refused as "service_not_found"

    Scenario: A virtual machine is not found among containers
      Given Ama has the KVM instance "shop"
      When Ama looks up the container "shop"
      Then the request is refused as "service_not_found"

    Scenario: Nobody else may change anything
      Given Ama has the LXC instance "web"
      And Kofi has an account
      When Kofi stops the container "web"
      Then the request is refused as "service_not_found"
      And "web" is "running"
