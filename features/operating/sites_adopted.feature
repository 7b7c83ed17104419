@rest
Feature: Sites that were there before

  A company that begins with the platform has a panel full of sites. They become services
  of the accounts that the operator names, and stand as the panel has them.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And a panel in "backends.toml" that has these sites:
      | user   | domain        | stands    |
      | baobab | baobab.com    | active    |
      | kente  | kente.example | suspended |
    And a file "terms.json" with the terms of sites

  @proc-adopt
  Rule: A site becomes a service that stands as the panel has it

    Scenario: One is served, and one is suspended
      When the operator runs "hosting inventory adopt hosting --account ama@example.com --terms terms.json --backends backends.toml"
      Then it ends with code 0
      And it prints "site baobab is adopted"
      And it says "2 adopted"
      And the account has these sites:
        | display_name | order     | primary_domain | site   |
        | baobab       | active    | baobab.com     | baobab |
        | kente        | suspended | kente.example  | kente  |

  @proc-adopt-only
  Rule: Where some are named, the others are left

    Scenario: One of two
      When the operator runs "hosting inventory adopt hosting --account ama@example.com --terms terms.json --backends backends.toml --only kente"
      Then it says "1 adopted"
      And the account has these sites:
        | display_name | order     | primary_domain | site  |
        | kente        | suspended | kente.example  | kente |

    Scenario: One that is a service's already
      Given the operator has run "hosting inventory adopt hosting --account ama@example.com --terms terms.json --backends backends.toml"
      When the operator runs "hosting inventory adopt hosting --account ama@example.com --terms terms.json --backends backends.toml --only kente"
      Then it ends with code 2
      And it says "kente: it is not there, or is a service's already"

  @proc-adopt-dry-run
  Rule: A dry run tells what would be adopted, and adopts nothing

    Scenario: It is told
      When the operator runs "hosting inventory adopt hosting --account ama@example.com --terms terms.json --backends backends.toml --dry-run"
      Then it ends with code 0
      And it prints "site baobab would be adopted"
      And it says "2 adopted; nothing was changed"
      And nothing was adopted
