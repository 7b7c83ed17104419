Feature: Power that a container cannot be given

  What a container is, it need not become. Asking for it is a mistake, and changes
  nothing.

  @lxc-power-refused
  Rule: What has no meaning in its state is refused and changes nothing

    Scenario Outline: Ama <action> a container that is <before>
      Given Ama has the container "web", which is "<before>"
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
