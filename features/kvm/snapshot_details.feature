Feature: What a snapshot of a machine tells

  A list of snapshots is read by people who look for the right one, and for
  room. So each says what it is, and how large it is.

  Background:
    Given Ama has the machine "db"

  @machine-snapshot-details
  Rule: A snapshot tells its name, its size, how it stands, and what went wrong

    Scenario: It is there
      Given the machine "db" has the snapshot "monday"
      When Ama lists the snapshots of the machine "db"
      Then the first of them tells
        | name        | monday   |
        | description | none     |
        | status      | ready    |
        | size bytes  | a number |
        | last error  | none     |

    Scenario: It is being taken
      When Ama takes the snapshot "tuesday" of the machine "db"
      Then it tells
        | name       | tuesday  |
        | status     | creating |
        | size bytes | none     |
        | last error | none     |
