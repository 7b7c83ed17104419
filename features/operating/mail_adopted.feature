@rest
Feature: Mail that was there before

  A company that begins with the platform takes mail for customers already. It becomes
  email services of the accounts that the operator names, and stays where it lies.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And mail servers in "backends.toml" that have these domains:
      | domain        | id                                   | mailboxes | bytes | suspended |
      | baobab.com    | 0191a5d0-0000-7000-8000-000000000001 | 5         | 1024  | no        |
      | kente.example | 0191a5d0-0000-7000-8000-000000000002 | 20        | 2048  | yes       |
    And a file "terms.json" with the terms of mail

  @proc-adopt-mail
  Rule: Mail becomes a service by the id that it has, and stays where it is

    Scenario: It is taken for one domain, and one is suspended
      When the operator runs "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
      Then it prints "mail of baobab.com is adopted"
      And it says "2 adopted"
      And the account has this mail:
        | display_name  | order     | id                                   | plan_id | mailbox_limit | storage_bytes_per_mailbox |
        | baobab.com    | active    | 0191a5d0-0000-7000-8000-000000000001 | team    | 5             | 1024                      |
        | kente.example | suspended | 0191a5d0-0000-7000-8000-000000000002 | team    | 20            | 2048                      |
      And the mail servers have what they had

    Scenario: The next time
      Given the operator has run "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
      When the operator runs "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
      Then it says "nothing to adopt"

  @proc-adopt-only
  Rule: Where a domain is named, the others are left

    Scenario: One of two
      When the operator runs "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml --only kente.example"
      Then it says "1 adopted"
      And the account has this mail:
        | display_name  | order     | id                                   |
        | kente.example | suspended | 0191a5d0-0000-7000-8000-000000000002 |

  @proc-adopt-dry-run
  Rule: A dry run tells what mail would be adopted, and adopts none

    Scenario: It is told
      When the operator runs "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml --dry-run"
      Then it prints "mail of kente.example would be adopted"
      And it says "2 adopted; nothing was changed"
      And nothing was adopted
      And the mail servers have what they had
