Feature: How containers are paid

  Customers choose whether a container is renewed by itself, and how many
  months they pay at once. Longer periods cost in proportion.

  Background:
    Given Ama has the container "web"
    And "web" costs 12.50 USD every 3 months

  @machine-auto-renew
  Rule: A container is renewed by itself as its owner wishes

    Scenario: Off
      When Ama turns auto-renew off for the container "web"
      Then auto-renew is off for the container "web"

    Scenario: On again
      Given Ama turned auto-renew off for the container "web"
      When Ama turns auto-renew on for the container "web"
      Then auto-renew is on for the container "web"

    Scenario: Asking twice with the same key
      Given Ama turned auto-renew off for the container "web" with the key "renewal-1"
      When Ama turns auto-renew off for the container "web" with the key "renewal-1"
      Then the answer is the first one again

  @lxc-billing
  Rule: The price follows the period, to the cent

    Scenario Outline: A period of <months> months
      When Ama pays the container "web" every <months> months
      Then the container "web" costs <price> USD every <months> months

      Examples:
        | months | price |
        | 1      | 4.17  |
        | 3      | 12.50 |
        | 6      | 25.00 |
        | 12     | 50.00 |

    Scenario: The way back is exact
      Given Ama paid the container "web" every 1 month
      When Ama pays the container "web" every 3 months
      Then the container "web" costs 12.50 USD every 3 months

  @lxc-billing
  Rule: Four periods are offered

    Scenario Outline: No period of <months> months
      When Ama pays the container "web" every <months> months
      Then the request is refused as "invalid_request"
      And the refusal points to "billingMonths"
      And the container "web" costs 12.50 USD every 3 months

      Examples:
        | months |
        | 0      |
        | 2      |
        | 24     |
        | -1     |
