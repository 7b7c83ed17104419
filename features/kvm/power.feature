Feature: The power of a machine

  Customers start and stop their machines as if they stood before them. What
  is asked for is queued, and the machine shows what is under way.

  @kvm-power @rest-accepted
  Rule: What is possible is done, and shown meanwhile

    Scenario Outline: Under way, when Ama <acts> a machine that is <before>
      Given Ama has the machine "db", which is "<before>"
      When Ama <acts> the machine "db"
      Then the request is accepted
      And "db" is "<meanwhile>"

      Examples:
        | acts       | before  | meanwhile  |
        | starts     | stopped | starting   |
        | starts     | paused  | starting   |
        | starts     | error   | starting   |
        | stops      | running | stopping   |
        | stops      | paused  | stopping   |
        | stops      | error   | stopping   |
        | shuts down | running | stopping   |
        | restarts   | running | restarting |
        | restarts   | paused  | restarting |

    Scenario Outline: In the end, when Ama <acts> a machine that is <before>
      Given Ama has the machine "db", which is "<before>"
      When Ama <acts> the machine "db"
      And the hypervisor has caught up
      Then "db" is "<after>"
      And the hypervisor says that "db" is "<after>"
      And "db" has nothing to say of its last change

      Examples:
        | acts       | before  | after   |
        | starts     | stopped | running |
        | starts     | paused  | running |
        | starts     | error   | running |
        | stops      | running | stopped |
        | stops      | paused  | stopped |
        | stops      | error   | stopped |
        | shuts down | running | stopped |
        | restarts   | running | running |
        | restarts   | paused  | running |
