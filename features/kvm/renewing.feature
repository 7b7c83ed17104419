Feature: Renewing a machine

  A machine is paid for months ahead. Customers renew it when they like, for as
  long as they like.

  @kvm-renew
  Rule: It is paid for so many months more, by the calendar

    Scenario Outline: Paid until <until>, <months> months more
      Given Ama has the machine "db"
      And the machine "db" is paid until "<until>"
      When Ama renews the machine "db" for <months> months
      Then the request is accepted
      And the machine "db" is paid until "<then>"

      Examples:
        | until      | months | then       |
        | 2031-01-15 | 1      | 2031-02-15 |
        | 2031-01-31 | 1      | 2031-02-28 |
        | 2031-11-30 | 3      | 2032-02-29 |
        | 2031-08-31 | 6      | 2032-02-29 |
        | 2032-02-29 | 12     | 2033-02-28 |

    Scenario Outline: The machine's own period of <months> months, where none is said
      Given Ama has the machine "db"
      And the machine "db" is paid <months> months at once
      And the machine "db" is paid until "2031-01-15"
      When Ama renews the machine "db"
      Then the machine "db" is paid until "<then>"
      And the machine "db" is paid <months> months at once

      Examples:
        | months | then       |
        | 3      | 2031-04-15 |
        | 6      | 2031-07-15 |

    Scenario: Another period is for this once
      Given Ama has the machine "db"
      And the machine "db" is paid 3 months at once
      When Ama renews the machine "db" for 12 months
      Then the machine "db" is paid 3 months at once

    Scenario Outline: No period of <months> months
      Given Ama has the machine "db"
      And the machine "db" is paid until "2031-01-15"
      When Ama renews the machine "db" for <months> months
      Then the request is refused as "invalid_request"
      And the refusal points to "billingMonths"
      And the machine "db" is paid until "2031-01-15"

      Examples:
        | months |
        | 0      |
        | 2      |
        | 4      |
        | 13     |
        | 24     |
