Feature: Names of snapshots of a machine

  A name tells one snapshot of a machine from the others. A description says more,
  where the customer likes.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @kvm-snapshot-names
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
      Given Ama has the machine "shop"
      When Ama takes the snapshot "monday" of the machine "shop"
      Then the request is accepted

  @kvm-snapshot-names
  Rule: Names have 1 to 64 characters in one line, descriptions at most 255

    Scenario Outline: A snapshot with <what>
      When Ama takes a snapshot of the machine "db" with <what>
      Then the request is <outcome>

      Examples:
        | what                            | outcome                      |
        | a name of 1 character           | accepted                     |
        | a name of 64 characters         | accepted                     |
        | a name of 65 characters         | refused as "invalid_request" |
        | a name of 0 characters          | refused as "invalid_request" |
        | a name that breaks the line     | refused as "invalid_request" |
        | a description of 255 characters | accepted                     |
        | a description of 256 characters | refused as "invalid_request" |
        | a description that rings a bell | refused as "invalid_request" |
