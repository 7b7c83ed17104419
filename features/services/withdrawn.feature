Feature: Charges are taken back

  Who changes their mind while the money is on its way does not pay.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "box"
    And the order of "box" says
      | billing months | 1          |
      | renewal price  | 5          |
      | renews at      | 2031-01-15 |
    And the bank takes its time
    And 7 days passed
    And the bank has caught up

  @service-charge-withdrawn
  Rule: What is not wanted any more is taken back

    Scenario: Auto-renew is turned off meanwhile
      Given the order of "box" says
        | auto renew | no |
      And 1 minute passed
      And the bank has caught up
      And the bank pays again
      When 1 day passes
      And the bank has caught up
      Then the bank was paid 0 times
      And the service "box" is paid until "2031-01-15"

  @service-charge-withdrawn
  Rule: What was paid before it could be taken back is given

    Scenario: The money came when its customer cancelled
      Given the money has arrived at the bank
      And the order of "box" says
        | auto renew | no         |
        | cancel at  | 2031-01-15 |
      When 1 minute passes
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
      And the service "box" ends at "2031-02-15"

  @service-charge-withdrawn
  Rule: Who thinks again is charged again

    Scenario: Auto-renew is turned on after all
      Given Ama turned auto-renew off for "box", and on again a day later
      And the bank pays again
      When 1 minute passes
      And the bank has caught up
      Then the service "box" is paid until "2031-02-15"
      And the bank was paid once
