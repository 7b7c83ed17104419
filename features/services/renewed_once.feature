Feature: A period is paid once

  Banks are away, answer late, and die half-way. Whatever happens, a customer pays
  a period once, and gets what was paid.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "box"
    And the order of "box" says
      | billing months | 1          |
      | renewal price  | 5          |
      | renews at      | 2031-01-15 |

  @service-charged-once
  Rule: A bank that is away is asked again

    Scenario: Away for an hour
      Given the bank will be away for the next 10 requests
      And 7 days passed
      When the bank has had a day more
      And 1 hour passes
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
      And the bank was paid once

    Scenario: It dies when it has taken the money
      Given the bank will die half-way through the next request
      When 7 days pass
      And the bank has caught up
      And 1 minute passes
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
      And the bank was paid once

  @service-charged-once
  Rule: Money that is on its way is waited for

    Scenario: A transfer takes a day
      Given the bank takes its time
      And 7 days passed
      And the bank has caught up
      And the bank pays again
      When 1 day passes
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
      And the bank was paid once

    Scenario: It is not there when the period ends
      Given the bank takes its time
      And 7 days passed
      And the bank has caught up
      When 7 days pass
      Then the service "box" is "past_due"
