Feature: The power of a virtual machine

  Customers start and stop their machines as if they stood before them. What
  is asked for is queued, and the machine shows what is under way.

  Rule: What is possible is done, and shown meanwhile

    Scenario Outline: Ama <acts> a machine that is <before>
      Given Ama has the KVM instance "db", which is "<before>"
      When Ama <acts> the machine "db"
      Then the request is accepted
      And "db" is "<meanwhile>"
      When the hypervisor has caught up
      Then "db" is "<after>"
      And "db" has nothing to say of its last change

      Examples:
        | acts       | before  | meanwhile  | after   |
        | starts     | stopped | starting   | running |
        | starts     | paused  | starting   | running |
        | starts     | error   | starting   | running |
        | stops      | running | stopping   | stopped |
        | stops      | paused  | stopping   | stopped |
        | stops      | error   | stopping   | stopped |
        | shuts down | running | stopping   | stopped |
        | restarts   | running | restarting | running |
        | restarts   | paused  | restarting | running |

  Rule: What is not possible is refused, and nothing happens

    Scenario Outline: Ama <acts> a machine that is <state>
      Given Ama has the KVM instance "db", which is "<state>"
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

  Rule: What is on its way is waited for

    Scenario Outline: Ama <acts> a machine that is <state>
      Given Ama has the KVM instance "db", which is "<state>"
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
