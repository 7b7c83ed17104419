@rest
Feature: What a key of the command line may do

  A key says what it may do, from where, how often and how long. What was meant
  otherwise is refused before there is a key.

  Background:
    Given the platform runs on the demo data

  @proc-key-create
  Rule: A key does what was said, and no more

    Scenario Outline: With <right>
      Given the operator has run "hosting key create --account demo@example.com <right>"
      When the key is used <times> to look up the account
      Then <answer>

      Examples:
        | right                                              | times | answer                                          |
        | --scope account:read                               | once  | the request is accepted                         |
        | --scope services:read                              | once  | the request is refused as "insufficient_scope"  |
        | --scope services:read --scope account:read         | once  | the request is accepted                         |
        | --all-scopes --network 127.0.0.1                   | once  | the request is accepted                         |
        | --all-scopes --network 203.0.113.0/24              | once  | the request is refused as "ip_not_allowed"      |
        | --all-scopes --network ::1/128 --network 127.0.0.1 | once  | the request is accepted                         |
        | --all-scopes --rate 2                              | twice | the request is accepted                         |
        | --all-scopes --rate 1                              | twice | the request is refused as "rate_limit_exceeded" |

  @proc-bad-configuration
  Rule: What cannot be meant is refused by name, and no key is made

    Scenario Outline: Wrong keys: <flags>
      When the operator runs "hosting key create <flags>"
      Then it ends with code 2
      And it says "<named>"
      And it prints nothing

      Examples:
        | flags                                                        | named        |
        | --account nobody@example.com --all-scopes                    | --account    |
        | --all-scopes                                                 | --account    |
        | --account demo@example.com                                   | --scope      |
        | --account demo@example.com --scope domains:*                 | --scope      |
        | --account demo@example.com --all-scopes --scope domains:read | --scope      |
        | --account demo@example.com --all-scopes --rate 0             | --rate       |
        | --account demo@example.com --all-scopes --rate 100001        | --rate       |
        | --account demo@example.com --all-scopes --network everywhere | --network    |
        | --account demo@example.com --all-scopes --expires-in 0d      | --expires-in |
        | --account demo@example.com --all-scopes --expires-in soon    | --expires-in |

    Scenario: Taking back a key that never was
      When the operator runs "hosting key revoke 00000000-0000-7000-8000-000000000000"
      Then it ends with code 2
      And it says "00000000-0000-7000-8000-000000000000"
