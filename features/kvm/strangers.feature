Feature: Other people's machines

  A machine belongs to one account. To everybody else it does not exist,
  whatever they ask.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"
    And Kofi has the machine "kofis"

  @kvm-own
  Rule: A stranger's machine cannot be found

    Scenario Outline: Kofi <acts>, which is not his
      When Kofi <acts>
      Then the request is refused as "service_not_found"
      And "db" is "running"

      Examples:
        | acts                                                     |
        | looks up the machine "db"                                |
        | looks up a machine that never was                        |
        | stops the machine "db"                                   |
        | turns auto-renew off for the machine "db"                |
        | renews the machine "db"                                  |
        | cancels the machine "db"                                 |
        | keeps the machine "db"                                   |
        | sets the password of the machine "db" to "correct horse" |
        | lists the snapshots of the machine "db"                  |
        | takes the snapshot "later" of the machine "db"           |
        | renames the snapshot "monday" of the machine "db" to "m" |
        | deletes the snapshot "monday" of the machine "db"        |
        | restores the snapshot "monday" of the machine "db"       |

  @kvm-own
  Rule: A stranger's snapshot is no way in

    Scenario: Through a machine of one's own
      When Kofi restores the snapshot "monday" of the machine "db" on the machine "kofis"
      Then the request is refused as "snapshot_not_found"

  @machine-kinds
  Rule: A container is no machine

    Scenario Outline: Ama <acts>, which is a container
      Given Ama has the container "build"
      When Ama <acts>
      Then the request is refused as "service_not_found"

      Examples:
        | acts                                            |
        | looks up the machine "build"                    |
        | stops the machine "build"                       |
        | cancels the machine "build"                     |
        | takes the snapshot "now" of the machine "build" |
