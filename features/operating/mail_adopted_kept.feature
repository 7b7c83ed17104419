@rest
Feature: Adopted mail and its keys

  Receivers believe mail by keys that its zone says. The platform does not know
  those that were there before it, and lets them be until it has keys of its own.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And mail servers in "backends.toml" that have these domains:
      | domain        | id                                   | mailboxes | bytes | suspended |
      | baobab.com    | 0191a5d0-0000-7000-8000-000000000001 | 5         | 1024  | no        |
      | kente.example | 0191a5d0-0000-7000-8000-000000000002 | 20        | 2048  | no        |
    And a file "terms.json" with the terms of mail

  @proc-adopt-mail-keys
  Rule: Adopted mail is signed as before, until its owner sets it up

    Scenario: Nothing is told that would be otherwise
      Given the operator has run "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 0
      And it prints nothing

    Scenario: It is stopped by hand, and put right by the platform
      Given the operator has run "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
      And the mail servers have "baobab.com" where "suspended" is "1"
      And the operator has started "hosting --no-demo --backends backends.toml"
      When the operator runs "hosting backend diff --repair --backends backends.toml"
      Then it says "baobab.com: it is queued"
      And the mail servers soon have what they had

    Scenario: Its owner sets it up
      Given the operator has run "hosting inventory adopt mail --account ama@example.com --terms terms.json --backends backends.toml"
      And the operator has started "hosting --no-demo --backends backends.toml"
      And the customer has a key of "ama@example.com"
      When the customer sets up mail at "baobab.com"
      Then the mail servers have the keys "host1, host2, old" of "baobab.com"
