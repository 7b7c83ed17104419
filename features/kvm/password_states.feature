Feature: When the password of a machine can be set

  The machine's own agent sets the password, and it only works while the machine runs.

  Background:
    Given Ama has the machine "db"

  @machine-password-runs
  Rule: The machine must run

    Scenario Outline: A machine that is <state>
      Given Ama has the machine "box", which is "<state>"
      When Ama sets the password of the machine "box" to "correct horse battery"
      Then the request is refused as "<refusal>"

      Examples:
        | state      | refusal            |
        | stopped    | action_not_allowed |
        | paused     | action_not_allowed |
        | starting   | change_in_progress |
        | stopping   | change_in_progress |
        | restarting | change_in_progress |
        | restoring  | change_in_progress |
        | error      | action_not_allowed |
