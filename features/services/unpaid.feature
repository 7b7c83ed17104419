Feature: Services that are not paid

  Cards expire, and people forget. A service that is not paid is in use for two
  weeks more, and its data is kept for a month after that.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "box"
    And the order of "box" says
      | billing months | 1          |
      | renewal price  | 5          |
      | renews at      | 2031-01-15 |
    And the bank declines
    And 7 days passed
    And the bank has caught up
    And 7 days passed
    And the bank has caught up

  @service-unpaid
  Rule: It is past due when its period ends, and in use for 14 days more

    Scenario: The day it ends
      Then the service "box" is "past_due"
      And the service "box" has until "2031-01-29"

    Scenario: The last day of its grace
      When 14 days pass but for a second
      Then the service "box" is "past_due"

  @service-unpaid
  Rule: Then it is suspended, and kept for 30 days

    Scenario: The day its grace ends
      When 14 days pass
      Then the service "box" is "suspended"
      And the service "box" has until "2031-02-28"

    Scenario: The last of these days
      Given 14 days passed
      When 30 days pass but for a second
      Then the service "box" is "suspended"

  @service-unpaid
  Rule: Then it is terminated

    Scenario: After all these days
      Given 14 days passed
      When 30 days pass
      Then the service "box" is "terminated"
