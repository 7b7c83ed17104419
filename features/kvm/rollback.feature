Feature: Going back to a snapshot

  A rollback makes a machine what it was when the snapshot was taken: its
  files, its name, its password. What happened since is lost.

  Background:
    Given Ama has the KVM instance "db"
    And the machine "db" has the snapshot "monday"

  Rule: The machine and the snapshot show it until it is done

    Scenario: Under way, and done
      When Ama rolls the machine "db" back to the snapshot "monday"
      Then the request is accepted
      And "db" is "restoring"
      And the snapshot "monday" of the machine "db" is "restoring"
      When the hypervisor has caught up
      Then "db" is "running"
      And the snapshot "monday" of the machine "db" is "ready"

  Rule: The machine really is what it was

    Scenario: The password of that day
      Given the password of the machine "db" was "monday's password"
      And the machine "db" has the snapshot "tuesday"
      And Ama set the password of the machine "db" to "a later password"
      When Ama rolls the machine "db" back to the snapshot "tuesday"
      And the hypervisor has caught up
      Then "monday's password" opens the machine "db"
      And "a later password" does not open the machine "db"

    Scenario: The name and the system of that day
      Given the machine "db" was upgraded to "debian-13" and calls itself "db-new"
      When Ama rolls the machine "db" back to the snapshot "monday"
      And the hypervisor has caught up
      Then the machine "db" runs "debian-12" and calls itself "db"

  Rule: It can be gone back to again

    Scenario: Twice to the same day
      Given Ama rolled the machine "db" back to the snapshot "monday"
      When Ama rolls the machine "db" back to the snapshot "monday"
      Then the request is accepted

  Rule: A machine in trouble can be rescued

    Scenario Outline: A machine that is <state>
      Given the machine "db" came to be "<state>"
      When Ama rolls the machine "db" back to the snapshot "monday"
      And the hypervisor has caught up
      Then the snapshot "monday" of the machine "db" is "ready"
      And "db" has nothing to say of its last change

      Examples:
        | state   |
        | stopped |
        | paused  |
        | error   |

  Rule: What is no snapshot of this machine is not gone back to

    Scenario Outline: <identity>
      When Ama rolls the machine "db" back to the snapshot with the identity "<identity>"
      Then the request is refused as "snapshot_not_found"
      And "db" is "running"

      Examples:
        | identity                             |
        | rollback                             |
        | monday                               |
        | 019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b |
        | not one at all, with $ and blanks    |

    Scenario: Another machine's snapshot
      Given Ama has the KVM instance "shop"
      When Ama rolls the machine "shop" back to the snapshot "monday" of the machine "db"
      Then the request is refused as "snapshot_not_found"
