Feature: Paying for a machine takes a while

  Money is on its way for days at times, and answers get lost. The machine is
  renewed when the money is there, and once.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-02-01"
    And the machine "db" is paid 3 months at once

  @kvm-renew-paid
  Rule: What takes a while is renewed when the money is there

    Scenario: A transfer
      Given the bank takes its time
      And Ama tried to renew the machine "db" for 1 month
      And the machine "db" is paid until "2031-02-01"
      And the bank pays again
      When 1 hour passes
      And the bank has caught up
      Then the machine "db" is paid until "2031-03-01"

    Scenario: Nothing more before
      Given the bank takes its time
      And Ama tried to renew the machine "db" for 1 month
      When Ama renews the machine "db" for 1 month
      Then the request is refused as "action_not_allowed"

  @kvm-renew-paid
  Rule: A renewal that was not answered is paid once

    Scenario: The bank dies when it has taken the money
      Given the bank will die half-way through the next request
      And Ama tried to renew the machine "db" for 1 month with the key "renewal-of-january"
      When Ama renews the machine "db" for 1 month with the key "renewal-of-january"
      Then the machine "db" is paid until "2031-03-01"
      And the bank was paid once

    Scenario: Nobody asks again
      Given the bank will die half-way through the next request
      And Ama tried to renew the machine "db" for 1 month with the key "renewal-of-january"
      When the bank has caught up
      Then the machine "db" is paid until "2031-03-01"
      And the bank was paid once
