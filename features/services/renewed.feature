Feature: Services are renewed

  A service goes on for as long as its customer wants and pays. A week before the
  next period begins the bank is asked for the money, and once.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "box"
    And the order of "box" says
      | billing months | 3          |
      | renewal price  | 12.5       |
      | auto renew     | yes        |
      | renews at      | 2031-01-15 |

  @service-renewed
  Rule: It is charged a week before its next period

    Scenario Outline: After <days> days
      When <days> days pass
      And the bank has caught up
      Then the service "box" is paid until "<until>"
      And the bank was paid <payments>

      Examples:
        | days | until      | payments |
        | 6    | 2031-01-15 | 0 times  |
        | 7    | 2031-04-15 | once     |
        | 13   | 2031-04-15 | once     |

    Scenario: The bank is told what for
      When 7 days pass
      And the bank has caught up
      Then the bank was paid 12.5 USD for "Small" from "2031-01-15" to "2031-04-15"

    Scenario: Period after period
      Given 7 days passed
      And the bank has caught up
      When 90 days pass
      And the bank has caught up
      Then the service "box" is paid until "2031-07-15"
      And the bank was paid 2 times
