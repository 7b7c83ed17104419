Feature: What is done beside the platform

  Operators work at their hypervisors by hand, and guests end by themselves. What
  has become of a container or a machine is shown, whoever did it.

  @lxc-beside
  Rule: It is shown as the hypervisor has it

    Scenario Outline: Somebody <act> a <kind> that is <was>
      Given Ama has the <kind> "web", which is "<was>"
      When somebody <act> "web" at the hypervisor
      Then "web" is "<is>"

      Examples:
        | kind      | was     | act     | is      |
        | container | stopped | starts  | running |
        | container | running | stops   | stopped |
        | container | running | freezes | frozen  |
        | container | running | removes | error   |
        | machine   | stopped | starts  | running |
        | machine   | running | stops   | stopped |
        | machine   | running | freezes | paused  |
        | machine   | running | removes | error   |

    Scenario: The hypervisor tells of it again
      Given Ama has the container "web", which is "running"
      When somebody stops "web" at the hypervisor
      And somebody starts "web" at the hypervisor
      Then "web" is "running"
      And "web" has nothing to say of its last change
