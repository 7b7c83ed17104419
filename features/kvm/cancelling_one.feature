Feature: Cancelling one machine of several

  A machine that ends takes nothing else with it.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-31"

  @kvm-cancel
  Rule: What else the customer has goes on

    Scenario: Another machine
      Given Ama has the machine "shop"
      And Ama cancelled the machine "db"
      When 30 days pass
      Then the service of the machine "shop" is "active"
      And "shop" is "running"
