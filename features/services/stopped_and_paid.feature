Feature: Money that is on its way for what was suspended

  A bank that tells nothing by itself is asked. What was on its way when a service
  was suspended is looked at as before: what was paid is given.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "box"
    And the order of "box" says
      | billing months | 3          |
      | renewal price  | 12.5       |
      | renews at      | 2031-01-15 |
    And the bank takes its time
    And 7 days passed
    And the bank has caught up

  @service-paid-late
  Rule: Money that arrives is noticed by who asks

    Scenario: Suspended because it was not paid
      Given 7 days passed
      And 14 days passed
      And the bank has caught up
      And the money has arrived at the bank
      When 1 day passes
      And the bank has caught up
      Then the service "box" is "active"
      And the service "box" is paid until "2031-04-30"

    Scenario: Suspended by the company
      Given the order of "box" says
        | status | suspended |
      And 1 day passed
      And the money has arrived at the bank
      When 1 day passes
      And the bank has caught up
      Then the service "box" is "suspended"
      And the service "box" is paid until "2031-04-15"

  @service-paid-late
  Rule: Nobody is asked for money for what is suspended

    Scenario: The bank declined before
      Given the bank declines
      And 1 day passed
      And the bank has caught up
      And the order of "box" says
        | status | suspended |
      And the bank pays again
      When 2 days pass
      And the bank has caught up
      Then the bank was paid 0 times
