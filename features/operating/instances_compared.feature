@rest
Feature: Containers that stand otherwise at their hypervisor

  Somebody works at the hypervisor itself. The platform follows what it sees there;
  what it cannot follow, the operator is told.

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
  Rule: A container that stands otherwise than the platform believes is told

    Scenario: All stand as it believes
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 0
      And it prints nothing

    Scenario Outline: One that is <otherwise>
      Given the hypervisor has "<name>" <otherwise>
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "<told>"

      Examples:
        | name | otherwise | told                                         |
        | web1 | stopped   | status: running is ours, and stopped is      |
        | web1 | frozen    | status: running is ours, and frozen is shown |
        | web2 | running   | status: stopped is ours, and running is      |
        | web1 | no more   | it is not there                              |

    Scenario Outline: Its service is <status>, and it <runs>
      Given the service of the container "<name>" is "<status>", and nobody told the hypervisor
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code <code>
      And it prints "<told>"

      Examples:
        | name | status     | runs     | code | told                                                |
        | web1 | suspended  | runs     | 1    | it is to be stopped, as its service is, and running |
        | web2 | suspended  | is off   | 0    |                                                     |
        | web1 | terminated | is there | 1    | it is there, and no service of ours has it          |
