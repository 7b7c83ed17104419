Feature: What is not charged

  Nobody pays for what they do not want, for what is free, or for what they were
  never asked for.

  Background:
    Given today is "2031-01-01"
    And Ama ordered the "lxc" service "box"
    And the order of "box" says
      | billing months | 3          |
      | renewal price  | 12.5       |
      | auto renew     | yes        |
      | renews at      | 2031-01-15 |

  @service-renewed
  Rule: What nobody wants renewed is not charged

    Scenario Outline: It is not charged: <what>
      Given the order of "box" says
        | <member> | <value> |
      When 7 days pass
      And the bank has caught up
      Then the bank was paid 0 times

      Examples:
        | what                 | member     | value |
        | auto-renew is off    | auto renew | no    |
        | its end is not known | renews at  | none  |

  @service-renewed
  Rule: What costs nothing is renewed, and nobody asked

    Scenario: Free of charge
      Given the order of "box" says
        | renewal price | 0 |
      When 7 days pass
      Then the service "box" is paid until "2031-04-15"
      And the bank was paid 0 times

  @service-paid-late
  Rule: What was never asked for is not charged

    Scenario: Its period ended long before the bank was there
      Given the order of "box" says
        | renews at | 2030-06-15 |
      When 1 minute passes
      And the bank has caught up
      Then the bank was paid 12.5 USD for "Small" from "2031-01-01" to "2031-04-01"
