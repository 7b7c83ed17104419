Feature: How containers are paid

  Customers choose whether a container is renewed by itself, and how many
  months they pay at once. Longer periods cost in proportion.

  Background:
    Given Ama has the LXC instance "web"

  Rule: A container is renewed by itself as its owner wishes

    Scenario: Off and on
      When Ama turns auto-renew off for the container "web"
      Then auto-renew is off for the container "web"
      When Ama turns auto-renew on for the container "web"
      Then auto-renew is on for the container "web"

    Scenario: Asking twice with the same key
      Given Ama turns auto-renew off for the container "web" with the key "renewal-1"
      When Ama turns auto-renew off for the container "web" with the key "renewal-1"
      Then the answer is the first one again

  Rule: The price follows the period, to the cent

    Scenario Outline: <months> months
      When Ama pays the container "web" every <months> months
      Then the container "web" costs <price> USD every <months> months

      Examples:
        | months | price |
        | 1      | 4.17  |
        | 3      | 12.50 |
        | 6      | 25.00 |
        | 12     | 50.00 |

    Scenario: The way back is exact
      Given Ama pays the container "web" every 1 month
      When Ama pays the container "web" every 3 months
      Then the container "web" costs 12.50 USD every 3 months

  Rule: Four periods are offered

    Scenario Outline: <months> months are not
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

  Rule: The state of the container does not matter

    Scenario Outline: A container that is <status>
      Given Ama has the LXC instance "db", which is "<status>"
      When Ama turns auto-renew off for the container "db"
      Then auto-renew is off for the container "db"
      When Ama pays the container "db" every 12 months
      Then the container "db" costs 50.00 USD every 12 months
      And "db" is "<status>"

      Examples:
        | status     |
        | stopped    |
        | restarting |
        | error      |
