Feature: When a container is not made anew

  Making anew ends what a container does. So it is not done while something else is
  under way with it.

  @lxc-reinstall-states
  Rule: Not while it is held still, or on its way

    Scenario Outline: Not while a container is <status>
      Given Ama has the container "web", which is "<status>"
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
