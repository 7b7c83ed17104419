Feature: Passwords of containers

  Whoever has lost the password of a container sets a new one. It holds as
  soon as the customer is told so, and the platform does not keep it.

  Background:
    Given Ama has the LXC instance "web"

  Rule: The new password holds at once, and the old one no longer

    Scenario: Twice
      Given Ama sets the password of the container "web" to "correct horse battery"
      When Ama sets the password of the container "web" to "another horse battery"
      Then the request is accepted
      And "another horse battery" opens the container "web"
      And "correct horse battery" does not open the container "web"

  Rule: A password has 10 to 128 characters in one line

    Scenario Outline: <length> characters
      When Ama sets a password of <length> characters for the container "web"
      Then the request is accepted

      Examples:
        | length |
        | 10     |
        | 128    |

    Scenario Outline: <length> characters are refused
      When Ama sets a password of <length> characters for the container "web"
      Then the request is refused as "invalid_request"
      And the refusal points to "password"

      Examples:
        | length |
        | 9      |
        | 129    |

    Scenario: Two lines
      When Ama sets a password of two lines for the container "web"
      Then the request is refused as "invalid_request"
      And the refusal points to "password"

  Rule: The container must run

    Scenario Outline: A container that is <status>
      Given Ama has the LXC instance "db", which is "<status>"
      When Ama sets the password of the container "db" to "correct horse battery"
      Then the request is refused as "<refusal>"
      And "correct horse battery" does not open the container "db"

      Examples:
        | status   | refusal            |
        | stopped  | action_not_allowed |
        | frozen   | action_not_allowed |
        | starting | change_in_progress |
        | error    | action_not_allowed |

  Rule: A hypervisor that fails can be asked again under the same key

    Scenario Outline: The hypervisor <trouble>
      Given the hypervisor <trouble> the next request
      When Ama sets the password of the container "web" to "correct horse battery" with the key "password-1"
      Then the request is refused as "<code>"
      When Ama sets the password of the container "web" to "correct horse battery" with the key "password-1"
      Then the request is accepted
      And "correct horse battery" opens the container "web"

      Examples:
        | trouble                   | code             |
        | will refuse               | provider_failed  |
        | will be away for          | provider_failed  |
        | will not answer           | provider_timeout |
        | will die half-way through | provider_failed  |

    Scenario: Another password under the same key
      Given Ama sets the password of the container "web" to "correct horse battery" with the key "password-1"
      When Ama sets the password of the container "web" to "another horse battery" with the key "password-1"
      Then the request is refused as "idempotency_key_conflict"
      And "correct horse battery" opens the container "web"
