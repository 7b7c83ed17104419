@rest
Feature: Draining before the end

  Who sends requests here needs a moment to learn that this process is about to
  end. Until then it serves as before, and only says that it is not ready.

  @proc-drain @ops-ready @proc-environment
  Rule: While it drains it is not ready, and serves as before

    Scenario Outline: Said by <how>
      Given the platform was started by "<command>" on the demo data
      And "/readyz" says "ok"
      When the operator sends SIGTERM
      Then "/readyz" soon says "unavailable"
      And the listener of "--listen" answers as follows:
        | request         | status |
        | GET /readyz     | 503    |
        | GET /livez      | 200    |
        | GET /health     | 200    |
        | GET /v1/account | 200    |

      Examples:
        | how          | command                           |
        | its flag     | hosting --drain 600               |
        | its variable | HOSTING_DRAIN_SECONDS=600 hosting |

  @proc-drain
  Rule: Another signal ends the wait

    Scenario: An operator who is in a hurry
      Given the platform was started by "hosting --drain 600" on the demo data
      And the operator sends SIGTERM
      And "/readyz" soon says "unavailable"
      When the operator sends SIGTERM
      Then the platform ends with code 0
