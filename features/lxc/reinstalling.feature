Feature: Making a container anew

  Customers start over with another distribution. The data of the container
  is lost; its snapshots are kept.

  @lxc-reinstall
  Rule: It runs with the new distribution afterwards

    Scenario: Under way
      Given Ama has the container "web"
      When Ama reinstalls the container "web" with "ubuntu-24.04"
      Then the answer shows the container "reinstalling"

    Scenario Outline: A container that was <status>
      Given Ama has the container "web", which is "<status>"
      When Ama reinstalls the container "web" with "ubuntu-24.04"
      And the hypervisor has caught up
      Then "web" is "running"
      And the container "web" has "ubuntu-24.04" installed

      Examples:
        | status  |
        | running |
        | stopped |
        | error   |

    Scenario: The old password opens nothing, and snapshots stay
      Given Ama has the container "web"
      And Ama set the password of the container "web" to "correct horse battery"
      And the container "web" has the snapshot "before-upgrade"
      When Ama reinstalls the container "web" with "debian-12"
      And the hypervisor has caught up
      Then "correct horse battery" does not open the container "web"
      And the snapshots of the container "web" are "before-upgrade"

  @lxc-reinstall-offered
  Rule: Only what is offered can be installed

    Scenario: The container tells what is offered
      Given Ama has the container "web"
      When Ama looks up the container "web"
      Then it can be reinstalled with "debian-12" and with "ubuntu-24.04"

    Scenario: The answer to a change tells it too
      Given Ama has the container "web"
      When Ama reinstalls the container "web" with "ubuntu-24.04"
      Then it can be reinstalled with "debian-12" and with "ubuntu-24.04"

    Scenario: An operating system of yesterday
      Given Ama has the container "web"
      When Ama reinstalls the container "web" with "beos-5"
      Then the request is refused as "invalid_request"
      And the refusal points to "distribution"
      And the refusal says "debian-12"
      And "web" is "running"
