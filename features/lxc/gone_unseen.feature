Feature: Containers that changed unseen

  Guests go down by themselves, and containers are lost, before anybody looks. Who
  changes one just then is shown what it is.

  @lxc-beside
  Rule: What a guest did by itself is what was asked for

    Scenario Outline: A <kind> that has gone down is stopped
      Given Ama has the <kind> "web"
      And the guest in "web" has gone down, and nobody has noticed
      When Ama stops the <kind> "web"
      And the hypervisor has caught up
      Then "web" is "stopped"
      And "web" has nothing to say of its last change

      Examples:
        | kind      |
        | container |
        | machine   |

  @machine-attempts
  Rule: One that is not there any more is shown as broken

    Scenario: A snapshot is taken of it
      Given Ama has the container "web"
      And the hypervisor has lost "web"
      When Ama takes the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then "web" is "error"
      And the snapshot "before-upgrade" of the container "web" is "failed"

  @machine-waits
  Rule: What was brought in on its way is waited for

    Scenario: It is there when it is looked at
      Given the operator brought in Ama's container "web" while it was starting
      And 2 days passed in which the platform was down
      When the hypervisor has caught up
      Then "web" is "running"
