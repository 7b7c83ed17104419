Feature: Services that are paid late

  Who pays late after all goes on as if nothing had been, or from the day of the
  payment where the service was stopped meanwhile.

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

  @service-paid-late
  Rule: What was declined is asked for again each day

    Scenario Outline: The bank pays again, <hours> hours later
      Given the bank pays again
      When <hours> hours pass
      And the bank has caught up
      Then the service "box" is "<status>"

      Examples:
        | hours | status   |
        | 23    | past_due |
        | 24    | active   |

    Scenario: It goes on from where it ended
      Given the bank pays again
      When 1 day passes
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
      And the bank was paid once

    Scenario: At the price of that day
      Given the order of "box" says
        | billing months | 3  |
        | renewal price  | 14 |
      And the bank pays again
      When 1 day passes
      And the bank has caught up
      Then the bank was paid 14 USD for "Small" from "2031-01-15" to "2031-04-15"

  @service-paid-late
  Rule: What is suspended is not asked for

    Scenario: Not before somebody pays
      Given 14 days passed
      And the bank has caught up
      And the bank pays again
      When 2 days pass
      And the bank has caught up
      Then the service "box" is "suspended"
      And the bank was paid 0 times
