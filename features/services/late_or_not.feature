Feature: Who is late, and who is not

  Late is whose period is over and who could have paid. Nobody is late because
  of the bank, or of something that is to end anyway.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "spare"
    And the order of "spare" says
      | auto renew | no         |
      | renews at  | 2031-01-05 |

  @service-unpaid
  Rule: What is not to be renewed ends like what is not paid

    Scenario: Auto-renew is off
      When 5 days pass
      Then the service "spare" is "past_due"

    Scenario: It is turned on after all
      Given 5 days passed
      And the order of "spare" says
        | auto renew | yes |
      When 1 minute passes
      And the bank has caught up
      Then the service "spare" is "active"
      And the service "spare" is paid until "2031-04-05"

  @service-unpaid
  Rule: Nobody is late who was not asked

    Scenario: The bank is away
      Given the order of "spare" says
        | auto renew | yes |
      And the bank will be away for the next 10 requests
      And 1 minute passed
      And the bank has had a day more
      When 5 days pass
      Then the service "spare" is "active"

  @service-unpaid
  Rule: What was cancelled ends by itself

    Scenario: Its end is the end of its period
      Given the order of "spare" says
        | cancel at | 2031-01-05 |
      When 5 days pass
      Then the service "spare" is "cancelled"
