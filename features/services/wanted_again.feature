Feature: Who thinks again

  Who gives something up and wants it after all is asked for the money anew, for
  what it costs by then.

  @service-charge-withdrawn
  Rule: What was taken back is over, and asked for anew

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
      And the order of "box" says
        | auto renew | no |
      And 1 minute passed
      And the bank has caught up

    Scenario: At the price of that day
      Given the order of "box" says
        | auto renew    | yes |
        | renewal price | 14  |
      And the bank pays again
      When 1 minute passes
      And the bank has caught up
      Then the bank was paid 14 USD for "Small" from "2031-01-15" to "2031-02-15"

  @kvm-renew-paid
  Rule: A renewal that was taken back is paid when it is asked for again

    Background:
      Given today is "2031-01-01"
      And Ama has the machine "db"
      And the machine "db" is paid until "2031-02-01"
      And the bank will be away for the next request
      And Ama tried to renew the machine "db" for 1 month with the key "renewal-of-january"
      And the bank has caught up

    Scenario: Under the same key
      When Ama renews the machine "db" for 1 month with the key "renewal-of-january"
      Then the machine "db" is paid until "2031-03-01"
      And the bank was paid once

    Scenario: Under the same key, and the bank dies when it has taken the money
      Given the bank will die half-way through the next request
      And Ama tried to renew the machine "db" for 1 month with the key "renewal-of-january"
      When the bank has caught up
      Then the machine "db" is paid until "2031-03-01"
      And the bank was paid once
