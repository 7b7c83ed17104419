Feature: When the hypervisor does not do its part

  Hypervisors are away, slow, or break in the middle. The platform tries again
  by itself, and tells the customer what is true when it is of no use.

  Background:
    Given Ama has the KVM instance "db"

  Rule: What may succeed later is tried again

    Scenario Outline: The hypervisor <trouble>
      Given the hypervisor <trouble> the next request
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "stopping"
      And "db" says of its last change "<error>"
      When 1 second passes
      And the hypervisor has caught up
      Then "db" is "stopped"
      And "db" has nothing to say of its last change

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

  Rule: What the hypervisor refuses is not tried again

    Scenario: The machine shows what it is and why
      Given the hypervisor will refuse the next request
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "running"
      And "db" says of its last change "refused"
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "stopped"

    Scenario: A snapshot that could not be made can be deleted
      Given the hypervisor will refuse the next request
      When Ama takes the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then the snapshot "monday" of the machine "db" is "failed"
      When Ama rolls the machine "db" back to the snapshot "monday"
      Then the request is refused as "action_not_allowed"
      When Ama deletes the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then the machine "db" has no snapshots

    Scenario: A rollback that was refused leaves the snapshot as it was
      Given the machine "db" has the snapshot "monday"
      And the hypervisor will refuse the next request
      When Ama rolls the machine "db" back to the snapshot "monday"
      And the hypervisor has caught up
      Then the snapshot "monday" of the machine "db" is "ready"
      And "db" says of its last change "refused"
