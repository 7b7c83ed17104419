Feature: Containers of services that are not in use

  A container belongs to a service. While that is not paid for any more, or
  not set up yet, nothing can be done with the container but look at it.

  @machine-states
  Rule: A service in its grace is still in use

    Scenario: Not paid in time
      Given Ama has the container "web"
      And the service of "web" is "past_due"
      When Ama stops the container "web"
      Then the request is accepted

  @machine-states
  Rule: Otherwise nothing can be changed

    Scenario Outline: The service is <status>
      Given Ama has the container "web"
      And the service of "web" is "<status>"
      When Ama stops the container "web"
      Then the request is refused as "service_unavailable_state"
      And "web" is "running"

      Examples:
        | status       |
        | provisioning |
        | suspended    |
        | cancelled    |
        | terminated   |

    Scenario Outline: Suspended, and Ama <acts>
      Given Ama has the container "web"
      And the service of "web" is "suspended"
      When Ama <acts>
      Then the request is refused as "service_unavailable_state"
      And "web" is "running"

      Examples:
        | acts                                                                |
        | takes the snapshot "before-upgrade" of the container "web"          |
        | sets the password of the container "web" to "correct horse battery" |
        | reinstalls the container "web" with "debian-12"                     |
        | asks for a terminal of the container "web"                          |
        | turns auto-renew off for the container "web"                        |
        | pays the container "web" every 12 months                            |
