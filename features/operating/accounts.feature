@rest
Feature: Accounts from the command line

  Whoever does not pay is stopped, and let go on, while the platform runs.

  Background:
    Given the platform runs on the demo data

  @proc-account-list
  Rule: Accounts are listed, and one is shown with how much it has

    Scenario: All of them
      When the operator runs "hosting account list"
      Then it ends with code 0
      And it prints "demo@example.com"
      And it prints "other@example.com"
      And it prints "free@example.com"

    Scenario: One of them
      When the operator runs "hosting account show free@example.com"
      Then it prints "services: 4, domains: 1, keys: 1"

    Scenario: One that is not there
      When the operator runs "hosting account show nobody@example.com"
      Then it ends with code 2
      And it says "no account has the address nobody@example.com"

  @proc-account-suspend
  Rule: An account that is suspended may look, and change nothing

    Scenario: Suspended while it is used
      Given the operator has run "hosting account suspend demo@example.com"
      When the customer adds the A record "late" to "harborlight-analytics.ai"
      Then the request is refused as "account_suspended"
      And the platform still serves

    Scenario: Suspended and resumed
      Given the operator has run "hosting account suspend demo@example.com"
      And the operator has run "hosting account resume demo@example.com"
      When the customer adds the A record "late" to "harborlight-analytics.ai"
      Then the request is accepted
