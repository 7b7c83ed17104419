Feature: Names of snapshots, and how many there can be

  A name tells one snapshot of a machine from the others. Names and
  descriptions can be changed at any time: the machine notices nothing of it.

  Background:
    Given Ama has the KVM instance "db"
    And the machine "db" has the snapshot "monday"

  Rule: A name is taken once on a machine

    Scenario: The same name again
      When Ama takes the snapshot "monday" of the machine "db"
      Then the request is refused as "snapshot_name_taken"

    Scenario: Renaming to what there is
      Given the machine "db" has the snapshot "tuesday"
      When Ama renames the snapshot "tuesday" of the machine "db" to "monday"
      Then the request is refused as "snapshot_name_taken"
      And the machine "db" has the snapshots "tuesday, monday"

    Scenario: Its own name is no other's
      When Ama renames the snapshot "monday" of the machine "db" to "monday"
      Then the request is accepted

    Scenario: Another machine may use it
      Given Ama has the KVM instance "shop"
      When Ama takes the snapshot "monday" of the machine "shop"
      Then the request is accepted

  Rule: Names have 1 to 64 characters in one line, descriptions at most 255

    Scenario Outline: <what>
      When Ama takes a snapshot of the machine "db" with <what>
      Then the request is <outcome>

      Examples:
        | what                                  | outcome                         |
        | a name of 1 character                 | accepted                        |
        | a name of 64 characters               | accepted                        |
        | a name of 65 characters               | refused as "invalid_request"    |
        | a name of 0 characters                | refused as "invalid_request"    |
        | a name that breaks the line           | refused as "invalid_request"    |
        | a description of 255 characters       | accepted                        |
        | a description of 256 characters       | refused as "invalid_request"    |
        | a description that rings a bell       | refused as "invalid_request"    |

  Rule: Name and description can be changed

    Scenario: A new name
      When Ama renames the snapshot "monday" of the machine "db" to "before the upgrade"
      Then the request is accepted
      And the machine "db" has the snapshots "before the upgrade"

    Scenario: A description, and none again
      When Ama describes the snapshot "monday" of the machine "db" as "The last known good state."
      Then the snapshot "monday" of the machine "db" is described as "The last known good state."
      When Ama describes the snapshot "monday" of the machine "db" as ""
      Then the snapshot "monday" of the machine "db" has no description

    Scenario: Nothing
      When Ama changes nothing about the snapshot "monday" of the machine "db"
      Then the request is refused as "invalid_request"

    Scenario: While the machine is busy
      When Ama restarts the machine "db"
      And Ama renames the snapshot "monday" of the machine "db" to "earlier"
      Then the request is accepted

    Scenario: Not while it is deleted
      When Ama deletes the snapshot "monday" of the machine "db"
      And Ama renames the snapshot "monday" of the machine "db" to "earlier"
      Then the request is refused as "change_in_progress"

  Rule: The plan says how many there can be

    Scenario: One too many, and room again
      Given the plan of "db" has room for 2 snapshots
      And the machine "db" has the snapshot "tuesday"
      When Ama takes the snapshot "wednesday" of the machine "db"
      Then the request is refused as "snapshot_limit_reached"
      Given Ama deleted the snapshot "monday" of the machine "db"
      When Ama takes the snapshot "wednesday" of the machine "db"
      Then the request is accepted
