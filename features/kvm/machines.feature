Feature: Virtual machines

  A KVM instance is a virtual machine: a server of the customer's own. Its
  record says what it is, where it is, how it is doing and how it is paid.

  Rule: The list shows the customer's machines, newest first

    Scenario: Two machines, and a container that is none
      Given Ama has the KVM instance "db"
      And Ama has the LXC instance "build"
      And a day later Ama has the KVM instance "shop"
      When Ama lists her machines
      Then she sees the machines "shop, db"

    Scenario: A customer without a machine
      Given Ama has an account
      When Ama lists her machines
      Then she sees no machines

    Scenario: Page by page
      Given Ama has the KVM instance "db"
      And a day later Ama has the KVM instance "shop"
      And a day later Ama has the KVM instance "mail"
      When Ama reads her machines in pages of 2
      Then the pages of machines are "mail, shop / db"

  Rule: A machine tells what it is

    Scenario Outline: A machine that is <status>
      Given Ama has the KVM instance "db", which is "<status>"
      When Ama looks up the machine "db"
      Then the machine it shows is "<status>"
      And it shows the system, the addresses and the size of "db"

      Examples:
        | status     |
        | running    |
        | stopped    |
        | paused     |
        | starting   |
        | stopping   |
        | restarting |
        | restoring  |
        | error      |

  Rule: What is ordered and not set up yet is no machine so far

    Scenario: A machine that is being set up
      Given Ama ordered the "kvm" service "db" and it is "provisioning"
      When Ama lists her machines
      Then she sees no machines
      When Ama looks up the machine "db"
      Then the request is refused as "service_not_found"

  Rule: A machine that has ended is still shown

    Scenario Outline: The service is <status>
      Given Ama has the KVM instance "db", which is "stopped"
      And the service of "db" is "<status>"
      When Ama lists her machines
      Then she sees the machines "db"

      Examples:
        | status     |
        | suspended  |
        | cancelled  |
        | terminated |
