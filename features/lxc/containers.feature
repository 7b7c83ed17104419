Feature: System containers

  A container is a small server of the customer's own. They see which they
  have, how large those are, where they stand and how to reach them.

  @lxc-order
  Rule: Customers see their own containers, the newest first

    Scenario: Two containers
      Given Ama has the container "web"
      And a day later Ama has the container "db"
      When Ama lists her containers
      Then she sees the containers "db, web"

    Scenario: Virtual machines are no containers
      Given Ama has the container "web"
      And Ama has the machine "shop"
      When Ama lists her containers
      Then she sees the containers "web"

    Scenario: A customer without any
      Given Ama has the container "web"
      And Kofi has an account
      When Kofi lists his containers
      Then he sees no containers

  @lxc-details
  Rule: A container says what it is and how to reach it

    Scenario: What was ordered
      Given Ama has the container "web"
      And "web" has 3 processors, 6 GiB of memory and 70 GiB of disk
      And the container "web" is reached by SSH at "lxc7.host.example" on port 22077
      When Ama looks up the container "web"
      Then it has 3 processors, 6 GiB of memory and 70 GiB of disk
      And it is reached by SSH at "lxc7.host.example" on port 22077
      And the answer shows the container "running"
