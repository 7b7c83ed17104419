Feature: Power of a container that is on its way

  A container that is on its way somewhere arrives there first. The customer is told
  when to ask again.

  @machine-waits
  Rule: What is on its way is waited for

    Scenario Outline: Ama <action> a container while it is <before>
      Given Ama has the container "web", which is "<before>"
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
