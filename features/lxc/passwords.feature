Feature: Passwords of containers

  Whoever has lost the password of a container sets a new one. It holds as
  soon as the customer is told so, and the platform does not keep it.

  Background:
    Given Ama has the container "web"

  @machine-password
  Rule: The new password holds at once, and the old one no longer

    Scenario: Twice
      Given Ama set the password of the container "web" to "correct horse battery"
      When Ama sets the password of the container "web" to "another horse battery"
      Then the request is accepted
      And "another horse battery" opens the container "web"
      And "correct horse battery" does not open the container "web"

  @lxc-password
  Rule: A password has 10 to 128 characters in one line

    Scenario Outline: A password of <length> characters
      When Ama sets a password of <length> characters for the container "web"
      Then the request is accepted

      Examples:
        | length |
        | 10     |
        | 128    |

    Scenario Outline: A password of <length> characters is refused
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

  @machine-password-runs
  Rule: The container must run

    Scenario Outline: A container that is <status>
      Given Ama has the container "db", which is "<status>"
      When Ama sets the password of the container "db" to "correct horse battery"
      Then the request is refused as "<refusal>"
      And "correct horse battery" does not open the container "db"

      Examples:
        | status   | refusal            |
        | stopped  | action_not_allowed |
        | frozen   | action_not_allowed |
        | starting | change_in_progress |
        | error    | action_not_allowed |
