@rest
Feature: What a hypervisor has lost, or never told

  Snapshots are removed there, containers are marked by hand, and a hypervisor may be
  away. The operator is told each by its name.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And a hypervisor in "backends.toml" that has these containers:
      | name | status  | processors | memory | disk | image     | address    | marked |
      | web1 | Running | 2          | 2GiB   | 10GB | Debian 13 | 192.0.2.10 | no     |
      | web2 | Stopped | 1          | 512MiB | 5GiB | Debian 13 |            | no     |
    And a file "terms.json" with the terms of containers
    And the operator has run "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"

  @proc-backends-compared
  Rule: What is missing at the hypervisor, or strange there, is told

    Scenario: A snapshot that somebody removed there
      Given Ama had the snapshot "before" of the container "web1"
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it prints "the snapshot before is not there"

    Scenario: One that no service of ours ever had
      Given the hypervisor has "web2" marked as somebody's
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it prints "incus-fra 0191a5d0-0000-7000-8000-000000000009: it is there, and no service of ours has it"

    Scenario: A backend that cannot be asked
      Given the hypervisor answers no more
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "incus-fra *: is not known"
