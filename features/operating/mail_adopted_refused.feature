@rest
Feature: Mail that cannot be adopted

  A service has one id, and so has the folder with its mail. What cannot be a service
  by the id that it has is named, so that the operator can put it right.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And mail servers in "backends.toml" that have these domains:
      | domain        | id                                   | mailboxes | bytes | suspended |
      | baobab.com    | 0191a5d0-0000-7000-8000-000000000001 | 5         | 1024  | no        |
      | kente.example | 0191a5d0-0000-7000-8000-000000000002 | 20        | 2048  | no        |
    And a file "terms.json" with the terms of mail

  @proc-adopt-refused
  Rule: Mail that cannot be a service is refused by its domain

    Scenario Outline: Refused: <what>
      Given a file "short.json" that says "{}"
      And the mail servers have "kente.example" where "<column>" is "<value>"
      When the operator runs "hosting inventory adopt mail <options> --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"
      And nothing was adopted

      Examples:
        | what                         | column        | value                                | options                                       | named                                             |
        | An account that is not there | mailbox_limit | 1                                    | --terms terms.json --account kofi@example.com | no account kofi@example.com                       |
        | Terms that leave things out  | mailbox_limit | 1                                    | --terms short.json --account ama@example.com  | baobab.com: /email/plan_id: is missing            |
        | A limit that is none         | mailbox_limit | -1                                   | --terms terms.json --account ama@example.com  | kente.example: /email/mailbox_limit: is           |
        | An id that is no UUID        | service       | customer-17                          | --terms terms.json --account ama@example.com  | kente.example: its id there is not a UUID         |
        | The id of another domain     | service       | 0191a5d0-0000-7000-8000-000000000001 | --terms terms.json --account ama@example.com  | kente.example: its id there is that of baobab.com |
        | A name in capital letters    | name          | Kente.Example                        | --terms terms.json --account ama@example.com  | Kente.Example: it is not the name of a domain     |

    Scenario: The id of a service
      Given the operator has run "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml --only baobab.com"
      And the mail servers have "kente.example" where "service" is "0191a5d0-0000-7000-8000-000000000001"
      When the operator runs "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
      Then it says "kente.example: its id there is that of the service email baobab.com"
