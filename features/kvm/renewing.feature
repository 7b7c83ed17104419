Feature: Renewing a virtual machine

  A machine is paid for months ahead. Customers renew it when they like, for as
  long as they like, or leave that to the platform.

  Rule: It is paid for so many months more, by the calendar

    Scenario Outline: Paid until <until>, <months> months more
      Given Ama has the KVM instance "db"
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

    Scenario: The service's own period, where none is said
      Given Ama has the KVM instance "db"
      And the machine "db" is paid until "2031-01-15"
      When Ama renews the machine "db"
      Then the machine "db" is paid until "2031-04-15"
      And the machine "db" is paid 3 months at once

    Scenario: Another period is for this once
      Given Ama has the KVM instance "db"
      When Ama renews the machine "db" for 12 months
      Then the machine "db" is paid 3 months at once

    Scenario Outline: No period of <months> months
      Given Ama has the KVM instance "db"
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

  Rule: What lies in the past is renewed from now on

    Scenario: A machine that was not paid in time
      Given Ama has the KVM instance "db"
      And the machine "db" is paid until "2030-12-20"
      And the machine "db" is past due, with grace until "2031-01-10"
      When Ama renews the machine "db" for 1 month
      Then the machine "db" is paid until "2031-02-01"
      And the service of the machine "db" is "active"
      And the machine "db" needs no grace

    Scenario: A machine whose next period is not known
      Given Ama has the KVM instance "db"
      And the machine "db" is paid for nothing
      When Ama renews the machine "db" for 1 month
      Then the machine "db" is paid until "2031-02-01"

  Rule: What is suspended is not renewed

    Scenario Outline: A service that is <status>
      Given Ama has the KVM instance "db"
      And the service of "db" is "<status>"
      When Ama renews the machine "db"
      Then the request is refused as "service_unavailable_state"

      Examples:
        | status     |
        | suspended  |
        | cancelled  |
        | terminated |

  Rule: At most 36 months ahead

    Scenario Outline: Paid until <until>, <months> more
      Given Ama has the KVM instance "db"
      And the machine "db" is paid until "<until>"
      When Ama renews the machine "db" for <months> months
      Then the request is <outcome>

      Examples:
        | until      | months | outcome                         |
        | 2033-01-01 | 12     | accepted                        |
        | 2033-01-02 | 12     | refused as "action_not_allowed" |
        | 2033-12-01 | 1      | accepted                        |
        | 2033-12-02 | 1      | refused as "action_not_allowed" |

  Rule: The customer decides whether it is renewed by itself

    Scenario Outline: Turning auto-renew <choice>
      Given Ama has the KVM instance "db"
      When Ama turns auto-renew <choice> for the machine "db"
      Then the request is accepted
      And auto-renew is <choice> for the machine "db"

      Examples:
        | choice |
        | on     |
        | off    |
