Feature: Setting the password of a machine

  A customer who has lost the password of a machine sets a new one. The
  machine's own agent does it while it runs; the platform keeps no password.

  Background:
    Given Ama has the machine "db"

  @machine-password
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

  @kvm-password
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
