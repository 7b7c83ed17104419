Feature: How far a machine is renewed

  Nobody pays for the past, nor for years that are too far away, nor for what is
  suspended.

  @kvm-renew
  Rule: What lies in the past is renewed from now on

    Scenario: A machine that was not paid in time
      Given today is "2031-01-01"
      And Ama has the machine "db"
      And the machine "db" is paid until "2030-12-20"
      And the machine "db" is past due, with grace until "2031-01-10"
      When Ama renews the machine "db" for 1 month
      Then the machine "db" is paid until "2031-02-01"
      And the service of the machine "db" is "active"
      And the machine "db" needs no grace

    Scenario: A machine whose next period is not known
      Given today is "2031-01-01"
      And Ama has the machine "db"
      And the machine "db" is paid for nothing
      When Ama renews the machine "db" for 1 month
      Then the machine "db" is paid until "2031-02-01"

  @kvm-renew-states
  Rule: What is suspended is not renewed

    Scenario Outline: A service that is <status>
      Given Ama has the machine "db"
      And the service of "db" is "<status>"
      When Ama renews the machine "db"
      Then the request is refused as "service_unavailable_state"

      Examples:
        | status     |
        | suspended  |
        | cancelled  |
        | terminated |

  @kvm-renew-limit
  Rule: At most 36 months ahead

    Scenario Outline: Paid until <until>, <months> months ahead
      Given today is "2031-01-01"
      And Ama has the machine "db"
      And the machine "db" is paid until "<until>"
      When Ama renews the machine "db" for <months> months
      Then the request is <outcome>

      Examples:
        | until      | months | outcome                         |
        | 2033-01-01 | 12     | accepted                        |
        | 2033-01-02 | 12     | refused as "action_not_allowed" |
        | 2033-12-01 | 1      | accepted                        |
        | 2033-12-02 | 1      | refused as "action_not_allowed" |
