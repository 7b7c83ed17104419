Feature: Paying for a container in any state

  How a container is paid has nothing to do with how it is doing.

  Background:
    Given Ama has the container "web"
    And "web" costs 12.50 USD every 3 months

  @machine-subscription
  Rule: The state of the container does not matter

    Scenario Outline: Auto-renew of a container that is <status>
      Given Ama has the container "db", which is "<status>"
      When Ama turns auto-renew off for the container "db"
      Then auto-renew is off for the container "db"
      And "db" is "<status>"

      Examples:
        | status     |
        | stopped    |
        | restarting |
        | error      |

    Scenario Outline: The period of a container that is <status>
      Given Ama has the container "db", which is "<status>"
      And "db" costs 12.50 USD every 3 months
      When Ama pays the container "db" every 12 months
      Then the container "db" costs 50.00 USD every 12 months
      And "db" is "<status>"

      Examples:
        | status     |
        | stopped    |
        | restarting |
        | error      |
