Feature: Which machines and snapshots can be restored

  A machine in trouble is rescued by a snapshot, and only by one of its own.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @kvm-rescue
  Rule: A machine in trouble can be rescued

    Scenario Outline: A machine that is <state>
      Given the machine "db" came to be "<state>"
      When Ama restores the snapshot "monday" of the machine "db"
      And the hypervisor has caught up
      Then the snapshot "monday" of the machine "db" is "ready"
      And "db" has nothing to say of its last change

      Examples:
        | state   |
        | stopped |
        | paused  |
        | error   |

  @kvm-rollback-ready
  Rule: What is no snapshot of this machine is not restored

    Scenario Outline: A snapshot with the identity "<identity>"
      When Ama restores the snapshot with the identity "<identity>" on the machine "db"
      Then the request is refused as "snapshot_not_found"
      And "db" is "running"

      Examples:
        | identity                             |
        | rollback                             |
        | monday                               |
        | 019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b |
        | not one at all, with $ and blanks    |

    Scenario: Another machine's snapshot
      Given Ama has the machine "shop"
      When Ama restores the snapshot "monday" of the machine "db" on the machine "shop"
      Then the request is refused as "snapshot_not_found"
