Feature: Cancelling a machine

  A customer who no longer needs a machine cancels it. It can be used until
  the end of what was paid for.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-31"

  @kvm-cancel
  Rule: It ends when what was paid for is over

    Scenario: It is to end then
      When Ama cancels the machine "db"
      Then the request is accepted
      And the machine "db" is to end at "2031-01-31"
      And auto-renew is off for the machine "db"

    Scenario: It can be used until then
      Given Ama cancelled the machine "db"
      And 30 days passed but for a second
      When Ama restarts the machine "db"
      Then the request is accepted
      And the service of the machine "db" is "active"

    Scenario: Then it is switched off
      Given Ama cancelled the machine "db"
      When 30 days pass
      Then the service of the machine "db" is "cancelled"
      And "db" is "stopping"

    Scenario: A moment later it is off
      Given Ama cancelled the machine "db"
      When 30 days pass
      And the hypervisor has caught up
      Then "db" is "stopped"

    Scenario: However late that is noticed
      Given Ama cancelled the machine "db"
      When 400 days pass
      And the hypervisor has caught up
      Then the service of the machine "db" is "cancelled"
      And "db" is "stopped"

    Scenario: After what is under way
      Given Ama cancelled the machine "db"
      And 29 days passed
      And Ama restarted the machine "db"
      When 1 day passes
      And the hypervisor has caught up
      Then "db" is "stopped"
