Feature: Power of containers

  Customers switch their containers on and off, and hold them still, without
  asking anybody. It takes a moment: the container shows what is under way.

  @lxc-power @rest-accepted
  Rule: What its state allows is done, and shown while it is under way

    Scenario Outline: Under way, when Ama <action> a container that is <before>
      Given Ama has the container "web", which is "<before>"
      When Ama <action> the container "web"
      Then the answer shows the container "<meanwhile>"

      Examples:
        | before  | action    | meanwhile  |
        | stopped | starts    | starting   |
        | error   | starts    | starting   |
        | running | stops     | stopping   |
        | frozen  | stops     | stopping   |
        | error   | stops     | stopping   |
        | running | restarts  | restarting |
        | running | freezes   | stopping   |
        | frozen  | unfreezes | starting   |
        | frozen  | starts    | starting   |
        | frozen  | restarts  | restarting |

    Scenario Outline: In the end, when Ama <action> a container that is <before>
      Given Ama has the container "web", which is "<before>"
      When Ama <action> the container "web"
      And the hypervisor has caught up
      Then "web" is "<after>"
      And the hypervisor says that "web" is "<after>"
      And "web" has nothing to say of its last change

      Examples:
        | before  | action    | after   |
        | stopped | starts    | running |
        | error   | starts    | running |
        | running | stops     | stopped |
        | frozen  | stops     | stopped |
        | error   | stops     | stopped |
        | running | restarts  | running |
        | running | freezes   | frozen  |
        | frozen  | unfreezes | running |
        | frozen  | starts    | running |
        | frozen  | restarts  | running |
