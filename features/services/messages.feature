Feature: What the bank tells by itself

  Banks tell what came of a payment once they know it. Messages come late, twice
  and out of order: what was settled stays so.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "box"
    And the order of "box" says
      | billing months | 1          |
      | renewal price  | 5          |
      | renews at      | 2031-01-15 |

  @service-charged-once
  Rule: What is told is settled at once

    Scenario: A transfer has arrived
      Given the bank takes its time
      And 7 days passed
      And the bank has caught up
      When the bank tells that the last attempt was paid
      Then the service "box" is paid until "2031-02-15"

    Scenario: It is told twice
      Given the bank takes its time
      And 7 days passed
      And the bank has caught up
      And the bank told that the last attempt was paid
      When the bank tells that the last attempt was paid
      Then the service "box" is paid until "2031-02-15"

  @service-charged-once
  Rule: What is told late changes nothing

    Scenario: It was paid before
      Given 7 days passed
      And the bank has caught up
      And the bank told that the last attempt is on its way
      When 1 day passes
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
      And the bank was paid once

  @service-charged-once
  Rule: What is told of an attempt that is over changes nothing

    Background:
      Given the bank declines
      And 7 days passed
      And the bank has caught up
      And the bank takes its time
      And 1 day passed
      And the bank has caught up

    Scenario: The first was declined, and the second is on its way
      Given the bank told that the first attempt was declined
      And the bank pays again
      When 2 hours pass
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
