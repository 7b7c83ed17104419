@rest
Feature: The secret of an installation

  Keys are known and data is opened by the server's secret. A wrong one would
  open nothing, in silence; and one that leaked has to be replaced.

  @proc-secret-known
  Rule: A database is opened with its own secret, and with no other

    Scenario Outline: Another secret, <command>
      Given a folder with the demo data
      When the operator runs "HOSTING_SECRET=0123456789abcdef0123456789abcdef <command>"
      Then it ends with code 2
      And it says "the secret is not the one that this database was made with"

      Examples:
        | command                                                    |
        | hosting                                                    |
        | hosting key list                                           |
        | hosting key create --account demo@example.com --all-scopes |
        | hosting inventory export                                   |

    Scenario: A secret that was lost
      Given a folder with the demo data
      And the file "data/secret" is gone
      When the operator runs "hosting key create --account demo@example.com --all-scopes"
      Then it ends with code 2
      And it says "there is no secret in the data folder"
      And the folder holds no "data/secret"

  @proc-secret-rotate
  Rule: Another secret takes the place of the old one, and nothing is lost

    Background:
      Given the platform runs on the demo data
      And the operator has run "hosting secret rotate"

    Scenario: A server that runs on
      Then the platform still serves

    Scenario: A server that is started again
      When the platform is killed, and started again
      Then the platform still serves

    Scenario: Before every server knows the new one
      When the operator runs "hosting secret finish"
      Then it ends with code 2
      And it says "a running server may still write with the old one"

    Scenario: A second one before the first is finished
      When the operator runs "hosting secret rotate"
      Then it ends with code 2
      And it says "a secret is being replaced already"
