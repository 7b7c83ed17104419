@rest
Feature: Containers that were there before

  A company that begins with the platform has containers that its customers use. They become
  services as they are: nobody copies into a file what the hypervisor knows.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And a hypervisor in "backends.toml" that has these containers:
      | name   | status  | processors | memory | disk | image     | address    | marked |
      | web1   | Running | 2          | 2GiB   | 10GB | Debian 13 | 192.0.2.10 | no     |
      | web2   | Stopped |            | 512MiB | 5GiB |           |            | no     |
      | theirs | Running | 1          | 1GiB   | 5GiB | Debian 12 | 192.0.2.30 | yes    |
    And a file "terms.json" with the terms of containers

  @proc-adopt
  Rule: What is nobody's becomes a service of the account, as it is

    Scenario: What the hypervisor does not say, the terms do
      When the operator runs "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"
      Then it prints "instance web1 is adopted"
      And it says "2 adopted"
      And the account has these containers:
        | display_name | status  | vcpus | memory_bytes | disk_bytes  | distribution | ipv4       | plan_code |
        | web1         | running | 2     | 2147483648   | 10000000000 | debian-13    | 192.0.2.10 | small     |
        | web2         | stopped | 4     | 536870912    | 5368709120  | debian-11    |            | small     |
      And the hypervisor has "web1, web2" marked as these

    Scenario: The next time
      Given the operator has run "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"
      When the operator runs "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"
      Then it says "nothing to adopt"

  @proc-adopt-refused
  Rule: What cannot be is refused by name, and nothing is adopted

    Scenario Outline: Refused: <what>
      Given a file "short.json" that says "{}"
      When the operator runs "hosting inventory adopt <options> --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"
      And nothing was adopted

      Examples:
        | what                         | options                                                        | named                          |
        | An account that is not there | lxc --terms terms.json --account kofi@example.com              | no account kofi@example.com    |
        | No account                   | lxc --terms terms.json                                         | --account                      |
        | A name that is not there     | lxc --terms terms.json --account ama@example.com --only web9   | web9: it is not there          |
        | What is somebody's already   | lxc --terms terms.json --account ama@example.com --only theirs | theirs: it is not there, or is |
        | Terms that leave things out  | lxc --terms short.json --account ama@example.com               | web1: /lxc/plan_code: is       |
        | Terms of a zone              | dns --terms terms.json                                         | --terms                        |

    Scenario: What is called as a service of the account is
      Given the operator has run "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"
      And the hypervisor has lost whose "web1" is
      When the operator runs "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"
      Then it says "web1: ama@example.com has a service of that name already"
