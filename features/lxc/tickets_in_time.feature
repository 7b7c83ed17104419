Feature: Tickets and the time

  A ticket is worth something for a minute, and no longer than the credential that asked
  for it. What is over is kept nowhere.

  Background:
    Given Ama has the container "web"

  @lxc-terminal-credential
  Rule: A ticket ends with its credential

    Scenario Outline: Asked for half a minute before, used after <seconds> seconds
      Given Ama's credential expires in 1 minute
      And 30 seconds passed
      And Ama asked for a terminal of the container "web"
      When <seconds> seconds pass
      And the ticket is used for the container "web"
      Then <outcome>

      Examples:
        | seconds | outcome                            |
        | 29      | a terminal opens                   |
        | 30      | no terminal opens: "invalid_token" |

  @lxc-terminal
  Rule: A ticket that is over is kept nowhere

    Scenario: A minute later
      Given Ama asked for a terminal of the container "web"
      When 1 minute passes
      Then the database holds no ticket

  @lxc-metrics-day
  Rule: What is shown no longer is kept nowhere

    Scenario: What it used the day before
      Given 10 minutes passed, minute by minute
      When 26 hours pass
      Then the database holds no point
