@rest
Feature: The log

  Operators read the log by eye at first, and collect it by machine later. It
  goes to the standard error, so that what a command prints stays its own.

  @proc-log @proc-environment
  Rule: As JSON, each line is an object, from the first to the last

    Scenario Outline: Said by <how>
      Given an empty folder
      When the operator starts "<command>"
      And the customer looks up the account
      And the operator ends it
      Then each line that it said is a JSON object

      Examples:
        | how          | command                         |
        | its flag     | hosting --log-format json       |
        | its variable | HOSTING_LOG_FORMAT=json hosting |

  @proc-log
  Rule: A request is found by its identity

    Scenario: A request that was answered
      Given the platform runs on the demo data
      When the customer looks up the account
      Then the log tells of that request, its route and its status

  @proc-log-secrets
  Rule: No key and no password is in it, whatever is logged

    Scenario: A key that was used, and one that was made
      Given the platform was started by "RUST_LOG=trace hosting" on the demo data
      When the customer looks up the account
      And the customer sends a password to a virtual machine
      Then neither the key nor the password is in the log
