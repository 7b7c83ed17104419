@rest
Feature: Sites whose panel is away

  Where a panel does not answer, nobody knows how its sites stand. The operator is told
  so once, and not for each of them.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And a panel in "backends.toml" that has these sites:
      | user   | domain        | stands |
      | baobab | baobab.com    | active |
      | kente  | kente.example | active |
    And a file "terms.json" with the terms of sites
    And the operator has run "hosting inventory adopt hosting --account ama@example.com --terms terms.json --backends backends.toml"

  @proc-backends-compared
  Rule: A panel that cannot be asked is told, and asked for nothing more

    Scenario: The panel is away
      Given the panel answers no more
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "whm-fra baobab: is not known"
      And it prints nothing of "kente"
