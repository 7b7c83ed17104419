Feature: What is stopped says how that goes

  A hypervisor may be away or refuse when a service is suspended. The instance says so,
  and keeps what belongs to it.

  @service-stopped
  Rule: Until it is off, the instance says what is in the way

    Scenario: The hypervisor is away for a moment
      Given Ama has the container "web"
      And the hypervisor will be away for the next request
      When the service of "web" becomes "suspended"
      Then "web" is "stopping"
      And "web" says of its last change "unavailable"

    Scenario: A second later
      Given Ama has the container "web"
      And the hypervisor will be away for the next request
      And the service of "web" became "suspended"
      When 1 second passes
      And the hypervisor has caught up
      Then "web" is "stopped"
      And "web" has nothing to say of its last change

    Scenario: The hypervisor refuses
      Given Ama has the container "web"
      And the hypervisor will refuse the next request
      When the service of "web" becomes "suspended"
      Then "web" is "error"
      And "web" says of its last change "refused"

  @service-stopped
  Rule: What is stopped keeps its snapshots

    Scenario: A machine with a snapshot
      Given Ama has the machine "db"
      And the machine "db" has the snapshot "before"
      When the service of "db" becomes "suspended"
      Then the machine "db" has the snapshots "before"
