Feature: Keeping a machine that was cancelled

  Until the end of what was paid for, the customer can think again.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-31"

  @kvm-keep
  Rule: Until then it can be kept

    Scenario Outline: Auto-renew was <choice> before
      Given Ama turned auto-renew <choice> for the machine "db"
      And Ama cancelled the machine "db"
      And 29 days passed
      When Ama keeps the machine "db"
      Then the request is accepted
      And the machine "db" is not to end
      And auto-renew is <choice> for the machine "db"

      Examples:
        | choice |
        | on     |
        | off    |

    Scenario: It does not end then
      Given Ama cancelled the machine "db"
      And Ama kept the machine "db"
      When 31 days pass
      Then the service of the machine "db" is "active"
      And "db" is "running"

    Scenario: Auto-renew that was turned off since stays off
      Given Ama cancelled the machine "db"
      And Ama turned auto-renew off for the machine "db"
      When Ama keeps the machine "db"
      Then auto-renew is off for the machine "db"
