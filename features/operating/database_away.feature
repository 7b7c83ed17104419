@rest
Feature: While the database is away

  Without its database the platform can serve nobody: requests go elsewhere. The
  process stays, and serves again when the database is back.

  Background:
    Given the platform runs on the demo data
    And another program holds the database

  @ops-health-database @ops-ready
  Rule: Without a database it is unavailable, and not ready

    Scenario Outline: <probe> while another program holds the database
      When the operator asks for "<probe>"
      Then the answer is 503, with the status "unavailable" and the version "v1"

      Examples:
        | probe   |
        | /health |
        | /readyz |

    Scenario: Once the database is there again
      Given "/health" says "unavailable"
      When the other program lets the database go
      Then "/health" soon says "ok"
      And the platform still serves

  @ops-alive
  Rule: A process that works says so, whatever stands behind it

    Scenario: Another program holds the database
      When the operator asks for "/livez"
      Then the answer is 200, with the status "ok" and the version "v1"
