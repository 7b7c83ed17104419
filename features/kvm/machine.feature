Feature: What a machine is

  The record of a machine says how it is doing, what it runs, where it is reached
  and how large it is.

  @kvm-details
  Rule: A machine tells what it is

    Scenario Outline: A machine that is <status>
      Given Ama has the machine "db", which is "<status>"
      When Ama looks up the machine "db"
      Then the machine it shows is "<status>"

      Examples:
        | status     |
        | running    |
        | stopped    |
        | paused     |
        | starting   |
        | stopping   |
        | restarting |
        | restoring  |
        | error      |

    Scenario: What was ordered
      Given Ama has the machine "db"
      And "db" has 3 processors, 6 GiB of memory and 70 GiB of disk
      And the machine "db" runs "debian-13" at "192.0.2.77" and "2001:db8::77"
      When Ama looks up the machine "db"
      Then it has 3 processors, 6 GiB of memory and 70 GiB of disk
      And it runs "debian-13" at "192.0.2.77" and "2001:db8::77"
