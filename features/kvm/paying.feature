Feature: Paying for a machine ahead

  Who renews a machine pays for it at once. Nothing is renewed for nothing, and
  nobody pays for nothing.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-02-01"
    And the machine "db" is paid 3 months at once

  @kvm-renew-paid
  Rule: It is paid in proportion

    Scenario: A year, where a quarter costs 12.5
      When Ama renews the machine "db" for 12 months
      Then the request is accepted
      And the bank was paid 50 USD for "Small" from "2031-02-01" to "2032-02-01"

  @kvm-renew-paid
  Rule: What is declined renews nothing

    Scenario: The card was declined
      Given the bank declines
      When Ama renews the machine "db" for 1 month
      Then the request is refused as "action_not_allowed"
      And the machine "db" is paid until "2031-02-01"

    Scenario: Another card is tried at once
      Given the bank declines
      And Ama tried to renew the machine "db" for 1 month
      And the bank pays again
      When Ama renews the machine "db" for 1 month
      Then the machine "db" is paid until "2031-03-01"
      And the bank was paid once
