Feature: The terms of a service

  Customers want to know what they have, until when it is paid for, and when it
  would be lost. Wherever a service is shown, it is the same service.

  @service-details
  Rule: A service tells its plan and its price

    Scenario: A container for half a year
      Given Ama ordered the "lxc" service "box"
      And the order of "box" says
        | plan name      | Large |
        | billing months | 6     |
        | renewal price  | 29.9  |
        | auto renew     | no    |
      When Ama looks up the service "box"
      Then it tells
        | plan name        | Large |
        | billing months   | 6     |
        | renewal price    | 29.9  |
        | renewal currency | USD   |
        | auto renew       | no    |

  @service-dates
  Rule: A service tells since when it is in use, and until when

    Scenario: In its grace
      Given Ama ordered the "lxc" service "box" and it is "past_due"
      And the order of "box" says
        | activated at  | 2030-06-30 |
        | renews at     | 2030-12-31 |
        | grace ends at | 2031-01-14 |
      When Ama looks up the service "box"
      Then it tells
        | activated at  | 2030-06-30 |
        | renews at     | 2030-12-31 |
        | grace ends at | 2031-01-14 |

    Scenario: Not in use yet
      Given Ama ordered the "lxc" service "box" and it is "provisioning"
      When Ama looks up the service "box"
      Then it tells
        | activated at | none |
        | renews at    | none |
