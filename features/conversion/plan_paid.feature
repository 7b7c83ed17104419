Feature: Paying for a conversion plan

  A conversion plan is a service like the others: it is paid period by period, and
  rests while it is not.

  Background:
    Given today is "2031-01-01"
    And Ama has the conversion plan "pro" with nothing said of its size
    And Ama ordered the "conversion" service "files"
    And the order of "files" says
      | billing months | 1          |
      | renewal price  | 9          |
      | renews at      | 2031-01-15 |

  @conv-plan-paid
  Rule: The plan stands as its service does

    Scenario: It is paid
      When 7 days pass
      And the bank has caught up
      And Ama looks up her account
      Then the plan is "active" until "2031-02-15"

    Scenario: It is not paid
      Given the bank declines
      And 7 days passed
      And the bank has caught up
      When 7 days pass
      And Ama looks up her account
      Then the plan is "past_due" until "2031-01-15"

    Scenario: It is paid after all
      Given the bank declines
      And 7 days passed
      And the bank has caught up
      And 7 days passed
      And the bank has caught up
      And the bank pays again
      When 1 day passes
      And the bank has caught up
      And Ama looks up her account
      Then the plan is "active" until "2031-02-15"
