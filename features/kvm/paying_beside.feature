Feature: One payment for a machine at a time

  Who pays by hand while the next period comes near is not asked for the same
  period by auto-renew too; and who was asked already pays that, once.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-15"
    And the bank takes its time

  @service-charged-once
  Rule: Auto-renew waits for what is paid by hand

    Scenario: The transfer takes two weeks
      Given Ama tried to renew the machine "db" for 1 month
      And 13 days passed
      And the bank has caught up
      And the money has arrived at the bank
      When 1 day passes
      And the bank has caught up
      Then the machine "db" is paid until "2031-02-15"
      And the bank was paid once

    Scenario: The transfer is declined
      Given Ama tried to renew the machine "db" for 1 month
      And the bank declines
      And 8 days passed
      And the bank has caught up
      And the bank pays again
      When 1 day passes
      And the bank has caught up
      Then the machine "db" is paid until "2031-04-15"
      And the bank was paid once

  @kvm-renew-paid
  Rule: Nobody pays by hand what is on its way

    Scenario: The bank is away since it was to be asked
      Given the bank will be away for the next 10 requests
      And 7 days passed
      When Ama renews the machine "db" for 1 month
      Then the request is refused as "action_not_allowed"
