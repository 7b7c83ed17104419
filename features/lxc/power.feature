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

  Rule: What has no meaning in its state is refused and changes nothing

    Scenario Outline: Ama <action> a container that is <before>
      Given Ama has the LXC instance "web", which is "<before>"
      When Ama <action> the container "web"
      Then the request is refused as "action_not_allowed"
      And "web" is "<before>"

      Examples:
        | before       | action    |
        | running      | starts    |
        | frozen       | starts    |
        | starting     | starts    |
        | stopping     | starts    |
        | restarting   | starts    |
        | reinstalling | starts    |
        | restoring    | starts    |
        | stopped      | stops     |
        | starting     | stops     |
        | stopping     | stops     |
        | restarting   | stops     |
        | reinstalling | stops     |
        | restoring    | stops     |
        | stopped      | restarts  |
        | frozen       | restarts  |
        | starting     | restarts  |
        | stopping     | restarts  |
        | restarting   | restarts  |
        | reinstalling | restarts  |
        | restoring    | restarts  |
        | error        | restarts  |
        | stopped      | freezes   |
        | frozen       | freezes   |
        | starting     | freezes   |
        | stopping     | freezes   |
        | restarting   | freezes   |
        | reinstalling | freezes   |
        | restoring    | freezes   |
        | error        | freezes   |
        | running      | unfreezes |
        | stopped      | unfreezes |
        | starting     | unfreezes |
        | stopping     | unfreezes |
        | restarting   | unfreezes |
        | reinstalling | unfreezes |
        | restoring    | unfreezes |
        | error        | unfreezes |
