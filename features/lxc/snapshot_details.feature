Feature: What a snapshot of a container tells

  A list of snapshots is read by people who look for the right one, and for
  room. So each says when it was taken, and how large it is.

  Background:
    Given Ama has the container "web"

  @machine-snapshot-details
  Rule: A snapshot tells its name, its size, how it stands, and what went wrong

    Scenario: It is there
      Given the container "web" has the snapshot "before-upgrade"
      When Ama asks for the snapshots of the container "web"
      Then the first of them tells
        | name       | before-upgrade |
        | status     | ready          |
        | size bytes | a number       |
        | last error | none           |

    Scenario: The hypervisor refused it
      Given the hypervisor will refuse the next request
      And the container "web" has the snapshot "before-upgrade"
      When Ama asks for the snapshots of the container "web"
      Then the first of them tells
        | name       | before-upgrade |
        | status     | failed         |
        | size bytes | none           |
