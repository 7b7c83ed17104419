Feature: Money that comes for what was stopped

  Transfers take days. What was stopped because nobody paid goes on when the money
  is there; what the company stopped stays stopped, and what is over stays over.

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
  Rule: What was suspended because it was not paid goes on from then

    Scenario: Two weeks after its period ended
      Given 7 days passed
      And 14 days passed
      When the bank tells that the last attempt was paid
      Then the service "box" is "active"
      And the service "box" is paid until "2031-04-29"
      And the service "box" has until "none"

  @service-paid-late
  Rule: What the company has suspended stays so, with what was paid

    Scenario Outline: The money comes <when>
      Given the order of "box" says
        | status | suspended |
      And <days> days passed
      When the bank tells that the last attempt was paid
      Then the service "box" is "suspended"
      And the service "box" is paid until "2031-04-15"

      Examples:
        | when                         | days |
        | before its period ends       | 1    |
        | a day after its period ended | 8    |

  @service-charged-once
  Rule: What is paid and cannot be given is told to the operator

    Scenario: The service is over by now
      Given the operator reads the log
      And the order of "box" says
        | status | cancelled |
      When the bank tells that the last attempt was paid
      Then the operator is told to give the money back
      And the service "box" is "cancelled"
