Feature: Making a container anew

  Customers start over with another distribution. The data of the container
  is lost; its snapshots are kept.

  Rule: It runs with the new distribution afterwards

    Scenario Outline: A container that is <status>
      Given Ama has the LXC instance "web", which is "<status>"
      When Ama reinstalls the container "web" with "ubuntu-24.04"
      Then the answer shows the container "reinstalling"
      When the hypervisor has caught up
      Then "web" is "running"
      And the container "web" has "ubuntu-24.04" installed

      Examples:
        | status  |
        | running |
        | stopped |
        | error   |

    Scenario: The old password opens nothing, and snapshots stay
      Given Ama has the LXC instance "web"
      And Ama sets the password of the container "web" to "correct horse battery"
      And the container "web" has the snapshot "before-upgrade"
      When Ama reinstalls the container "web" with "debian-12"
      And the hypervisor has caught up
      Then "correct horse battery" does not open the container "web"
      And the snapshots of the container "web" are "before-upgrade"

  Rule: Only what is offered can be installed

    Scenario: The container tells what is offered
      Given Ama has the LXC instance "web"
      When Ama looks up the container "web"
      Then it can be reinstalled with "debian-12" and with "ubuntu-24.04"
      When Ama reinstalls the container "web" with "ubuntu-24.04"
      Then it can be reinstalled with "debian-12" and with "ubuntu-24.04"

    Scenario: An operating system of yesterday
      Given Ama has the LXC instance "web"
      When Ama reinstalls the container "web" with "beos-5"
      Then the request is refused as "invalid_request"
      And the refusal points to "distribution"
      And the refusal says "debian-12"
      And "web" is "running"

  Rule: Not while it is held still, or on its way

    Scenario Outline: A container that is <status>
      Given Ama has the LXC instance "web", which is "<status>"
      When Ama reinstalls the container "web" with "debian-12"
      Then the request is refused as "<refusal>"
      And "web" is "<status>"

      Examples:
        | status       | refusal            |
        | frozen       | action_not_allowed |
        | starting     | change_in_progress |
        | stopping     | change_in_progress |
        | restarting   | change_in_progress |
        | reinstalling | change_in_progress |
        | restoring    | change_in_progress |
