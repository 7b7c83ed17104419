@rest
Feature: The end of a process

  Processes are replaced by newer ones while customers call. None of them may
  notice: what was begun is finished, and nothing new is begun.

  Background:
    Given the platform runs on the demo data

  @proc-shutdown
  Rule: After SIGTERM the process ends with code 0

    Scenario Outline: <signal> while nobody asks
      When the operator sends <signal>
      Then the platform ends with code 0

      Examples:
        | signal  |
        | SIGTERM |
        | SIGINT  |

  @proc-shutdown
  Rule: What was begun is finished, and nothing new is begun

    Scenario: A change that is being sent
      Given the customer has begun to send a change of auto-renew for "saltskarkayaks.com"
      When the operator sends SIGTERM
      Then the platform soon takes no more connections
      And the change that was begun is answered with 200
      And the platform ends with code 0

    Scenario: What was finished is kept
      Given the customer has begun to send a change of auto-renew for "saltskarkayaks.com"
      And the operator sends SIGTERM
      And the platform soon takes no more connections
      And the change that was begun is answered with 200
      When the platform is started again
      And the customer sends that change again
      Then the answer is the first one, byte for byte
      And the answer says that it is a replay

    Scenario: A second signal waits for nobody
      Given the customer has begun to send a change of auto-renew for "saltskarkayaks.com"
      And the operator sends SIGTERM
      And the platform soon takes no more connections
      When the operator sends SIGTERM
      Then the platform ends with code 0
