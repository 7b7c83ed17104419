Feature: Renaming snapshots of a machine

  Names and descriptions can be changed at any time: the machine notices nothing of
  it.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @kvm-snapshot-update
  Rule: Name and description can be changed

    Scenario: A new name
      When Ama renames the snapshot "monday" of the machine "db" to "before the upgrade"
      Then the request is accepted
      And the machine "db" has the snapshots "before the upgrade"

    Scenario: A description
      When Ama describes the snapshot "monday" of the machine "db" as "The last known good state."
      Then the snapshot "monday" of the machine "db" is described as "The last known good state."

    Scenario: None again
      Given Ama described the snapshot "monday" of the machine "db" as "The last known good state."
      When Ama describes the snapshot "monday" of the machine "db" as ""
      Then the snapshot "monday" of the machine "db" has no description

    Scenario: Nothing at all
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
