Feature: What is in use again goes on

  Who pays late gets back what was there: what ran runs again, and what was off
  stays off.

  @service-resumed
  Rule: An instance goes on as it was

    Scenario Outline: A container that is "<state>" when its service is suspended
      Given Ama has the container "web", which is "<state>"
      And the service of "web" became "suspended"
      When the service of "web" becomes "active"
      Then the hypervisor says that "web" is "<again>"
      And "web" is "<again>"

      Examples:
        | state   | again   |
        | running | running |
        | frozen  | running |
        | stopped | stopped |

    Scenario: It can be changed again
      Given Ama has the machine "db"
      And the service of "db" became "suspended"
      And the service of "db" became "active"
      When Ama restarts the machine "db"
      Then the request is accepted

    Scenario: Stopped twice, and once more in use
      Given Ama has the machine "db"
      And the service of "db" became "suspended"
      And the service of "db" became "cancelled"
      When the service of "db" becomes "active"
      Then the hypervisor says that "db" is "running"
