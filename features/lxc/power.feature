Feature: Power of containers

  Customers switch their containers on and off, and hold them still, without
  asking anybody. It takes a moment: the container shows what is under way.

  Rule: What its state allows is done, and shown while it is under way

    Scenario Outline: Ama <action> a container that is <before>
      Given Ama has the LXC instance "web", which is "<before>"
      When Ama <action> the container "web"
      Then the answer shows the container "<meanwhile>"
      When the hypervisor has caught up
      Then "web" is "<after>"
      And the hypervisor says that "web" is "<after>"
      And "web" has nothing to say of its last change

      Examples:
        | before  | action    | meanwhile  | after   |
        | stopped | starts    | starting   | running |
        | error   | starts    | starting   | running |
        | running | stops     | stopping   | stopped |
        | frozen  | stops     | stopping   | stopped |
        | error   | stops     | stopping   | stopped |
        | running | restarts  | restarting | running |
        | running | freezes   | stopping   | frozen  |
        | frozen  | unfreezes | starting   | running |
        | frozen  | starts    | starting   | running |
        | frozen  | restarts  | restarting | running |

  Rule: What has no meaning in its state is refused and changes nothing

    Scenario Outline: Ama <action> a container that is <before>
      Given Ama has the LXC instance "web", which is "<before>"
      When Ama <action> the container "web"
      Then the request is refused as "action_not_allowed"
      And "web" is "<before>"

      Examples:
        | before  | action    |
        | running | starts    |
        | stopped | stops     |
        | stopped | restarts  |
        | error   | restarts  |
        | stopped | freezes   |
        | frozen  | freezes   |
        | error   | freezes   |
        | running | unfreezes |
        | stopped | unfreezes |
        | error   | unfreezes |

  Rule: What is on its way is waited for

    Scenario Outline: Ama <action> a container that is <before>
      Given Ama has the LXC instance "web", which is "<before>"
      When Ama <action> the container "web"
      Then the request is refused as "change_in_progress"
      And the refusal says when to come back
      And "web" is "<before>"

      Examples:
        | before       | action    |
        | starting     | starts    |
        | stopping     | starts    |
        | restarting   | starts    |
        | reinstalling | starts    |
        | restoring    | starts    |
        | starting     | stops     |
        | stopping     | stops     |
        | restarting   | stops     |
        | reinstalling | stops     |
        | restoring    | stops     |
        | starting     | restarts  |
        | stopping     | restarts  |
        | restarting   | restarts  |
        | reinstalling | restarts  |
        | restoring    | restarts  |
        | starting     | freezes   |
        | stopping     | freezes   |
        | restarting   | freezes   |
        | reinstalling | freezes   |
        | restoring    | freezes   |
        | starting     | unfreezes |
        | stopping     | unfreezes |
        | restarting   | unfreezes |
        | reinstalling | unfreezes |
        | restoring    | unfreezes |
