Feature: What is not in use is stopped

  A service that is suspended or over does not run on: its instance is switched
  off. It goes on as it was once the service is in use again.

  @service-stopped
  Rule: An instance is off while its service is suspended or over

    Scenario Outline: A container whose service becomes "<status>"
      Given Ama has the container "web"
      When the service of "web" becomes "<status>"
      Then the hypervisor says that "web" is "<state>"
      And "web" is "<state>"

      Examples:
        | status    | state   |
        | past_due  | running |
        | suspended | stopped |
        | cancelled | stopped |

    Scenario: A paused machine
      Given Ama has the machine "db", which is "paused"
      When the service of "db" becomes "suspended"
      Then the hypervisor says that "db" is "stopped"

    Scenario: Somebody starts it beside the platform
      Given Ama has the container "web"
      And the service of "web" became "suspended"
      When somebody starts "web" at the hypervisor
      Then the hypervisor says that "web" is "stopped"

    Scenario: After what is under way
      Given Ama has the container "web"
      And Ama restarted the container "web"
      When the service of "web" becomes "suspended"
      Then the hypervisor says that "web" is "stopped"

    Scenario: The hypervisor refused it at first
      Given Ama has the container "web"
      And the hypervisor will refuse the next request
      And the service of "web" became "suspended"
      When 2 minutes pass, minute by minute
      And the hypervisor has caught up
      Then the hypervisor says that "web" is "stopped"
