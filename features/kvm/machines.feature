Feature: Virtual machines

  A machine is a server of the customer's own, which the hypervisor makes of a
  larger one: the API calls it a KVM instance. Customers see all that they have.

  @kvm-order
  Rule: The list shows the customer's machines, newest first

    Scenario: Two machines, and a container that is none
      Given Ama has the machine "db"
      And Ama has the container "build"
      And a day later Ama has the machine "shop"
      When Ama lists her machines
      Then she sees the machines "shop, db"

    Scenario: A customer without a machine
      Given Ama has an account
      When Ama lists her machines
      Then she sees no machines

    Scenario: Page by page
      Given Ama has the machine "db"
      And a day later Ama has the machine "shop"
      And a day later Ama has the machine "mail"
      When Ama reads her machines in pages of 2
      Then the pages of machines are "mail, shop / db"

  @kvm-not-set-up
  Rule: What is ordered and not set up yet is no machine so far

    Scenario: It is not in the list
      Given Ama ordered the "kvm" service "db" and it is "provisioning"
      When Ama lists her machines
      Then she sees no machines

    Scenario: It is not found
      Given Ama ordered the "kvm" service "db" and it is "provisioning"
      When Ama looks up the machine "db"
      Then the request is refused as "service_not_found"

  @kvm-not-set-up
  Rule: A machine that has ended is still shown

    Scenario Outline: The service is <status>
      Given Ama has the machine "db", which is "stopped"
      And the service of "db" is "<status>"
      When Ama lists her machines
      Then she sees the machines "db"

      Examples:
        | status     |
        | suspended  |
        | cancelled  |
        | terminated |
