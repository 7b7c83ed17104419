Feature: Setting the password of a virtual machine

  A customer who has lost the password of a machine sets a new one. The
  machine's own agent does it while it runs; the platform keeps no password.

  Background:
    Given Ama has the KVM instance "db"

  Rule: It holds at once

    Scenario: A new password
      When Ama sets the password of the machine "db" to "correct horse battery"
      Then the request is accepted
      And she is told that the password was set just now
      And "correct horse battery" opens the machine "db"

    Scenario: The one before holds no longer
      Given Ama set the password of the machine "db" to "correct horse battery"
      When Ama sets the password of the machine "db" to "another horse"
      Then "another horse" opens the machine "db"
      And "correct horse battery" does not open the machine "db"

  Rule: A password has 8 to 128 characters in one line

    Scenario Outline: A password <like this>
      When Ama sets the password of the machine "db" to one <like this>
      Then the request is <outcome>

      Examples:
        | like this                      | outcome                      |
        | of 7 characters                | refused as "invalid_request" |
        | of 8 characters                | accepted                     |
        | of 128 characters              | accepted                     |
        | of 129 characters              | refused as "invalid_request" |
        | that breaks the line           | refused as "invalid_request" |
        | of letters from many alphabets | accepted                     |

    Scenario: The refusal names the member, and not the password
      When Ama sets the password of the machine "db" to "tooshrt"
      Then the request is refused as "invalid_request"
      And the refusal points to "password"
      And the refusal does not say "tooshrt"

  Rule: The machine must run

    Scenario Outline: A machine that is <state>
      Given Ama has the KVM instance "box", which is "<state>"
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

  Rule: An agent that is away is asked again under the same key

    Scenario Outline: The machine <trouble>
      Given the hypervisor <trouble> the next request
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      Then the request is refused as "<code>"
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      Then the request is accepted
      And "correct horse battery" opens the machine "db"

      Examples:
        | trouble                   | code             |
        | will refuse               | provider_failed  |
        | will be away for          | provider_failed  |
        | will not answer           | provider_timeout |
        | will die half-way through | provider_failed  |

    Scenario: Not with another password
      Given the hypervisor will be away for the next request
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      And Ama sets the password of the machine "db" to "another horse" with the key "reset-of-db-1"
      Then the request is refused as "idempotency_key_conflict"
