@rest
Feature: Containers that are still being set up

  While a container is set up, its hypervisor is ahead of the platform. That is no
  trouble, and the operator is not told of it.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And a hypervisor in "backends.toml" that has these containers:
      | name | status  | processors | memory | disk | image     | address    | marked |
      | web1 | Running | 2          | 2GiB   | 10GB | Debian 13 | 192.0.2.10 | no     |
    And a file "terms.json" with the terms of containers
    And the operator has run "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"

  @proc-backends-compared
  Rule: What is being set up is let be

    Scenario: It is off so far
      Given the hypervisor has "web1" stopped
      And the service of the container "web1" is "provisioning", and nobody told the hypervisor
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 0
      And it prints nothing
