@rest
Feature: Keys from the command line

  Customers' keys are made and taken back by the operator, on the machine where
  the platform runs, while it runs.

  Background:
    Given the platform runs on the demo data

  @proc-key-create @cred-stored
  Rule: A key is printed once, and kept nowhere

    Scenario: A new key
      When the operator runs "hosting key create --account demo@example.com --all-scopes"
      Then it ends with code 0
      And it prints a key that starts with "hpk_", and nothing else
      And the key opens the account
      And the key stands in no file of the folder

    Scenario: A new access token
      When the operator runs "hosting key create --account demo@example.com --all-scopes --oauth"
      Then it prints a key that starts with "hpo_", and nothing else
      And the key opens the account

  @proc-key-list
  Rule: Keys are listed without their tokens

    Scenario Outline: The keys of an account, <form>
      Given the operator has run "hosting key create --account free@example.com --scope services:read --name deploy"
      When the operator runs "<command>"
      Then it prints "deploy"
      And it prints "services:read"
      And it prints nothing of the key

      Examples:
        | form    | command                                            |
        | as text | hosting key list --account free@example.com        |
        | as JSON | hosting key list --account free@example.com --json |

  @proc-key-revoke @cred-revoked
  Rule: A key that is taken back opens nothing any more, also where the platform runs

    Scenario: A key in use
      Given the operator has run "hosting key create --account demo@example.com --all-scopes"
      And the key opens the account
      When the operator takes the key back
      Then it ends with code 0
      And the key is soon refused as "credential_revoked"

    Scenario: A key that was taken back already
      Given the operator has run "hosting key create --account demo@example.com --all-scopes"
      When the operator takes the key back
      And the operator takes the key back
      Then it ends with code 0
      And it says "revoked already"
