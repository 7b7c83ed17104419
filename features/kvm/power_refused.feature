Feature: Power that a machine cannot be given

  What a machine is, it need not become; and what is on its way is waited for.

  @kvm-power-refused
  Rule: What is not possible is refused, and nothing happens

    Scenario Outline: Ama <acts> a machine that is <state>
      Given Ama has the machine "db", which is "<state>"
      When Ama <acts> the machine "db"
      Then the request is refused as "action_not_allowed"
      And the refusal says "<state>"
      And "db" is "<state>"

      Examples:
        | acts       | state   |
        | starts     | running |
        | stops      | stopped |
        | shuts down | stopped |
        | shuts down | paused  |
        | shuts down | error   |
        | restarts   | stopped |
        | restarts   | error   |

  @machine-waits
  Rule: What is on its way is waited for

    Scenario Outline: Ama <acts> a machine that is still <state>
      Given Ama has the machine "db", which is "<state>"
      When Ama <acts> the machine "db"
      Then the request is refused as "change_in_progress"
      And the refusal says when to come back
      And "db" is "<state>"

      Examples:
        | acts       | state      |
        | starts     | starting   |
        | starts     | stopping   |
        | starts     | restarting |
        | starts     | restoring  |
        | stops      | starting   |
        | stops      | stopping   |
        | stops      | restarting |
        | stops      | restoring  |
        | shuts down | starting   |
        | shuts down | stopping   |
        | shuts down | restarting |
        | shuts down | restoring  |
        | restarts   | starting   |
        | restarts   | stopping   |
        | restarts   | restarting |
        | restarts   | restoring  |
