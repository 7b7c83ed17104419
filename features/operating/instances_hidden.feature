@rest
Feature: Containers where nobody can look

  One member of a cluster is away. The others know the names of what it has, and nothing
  else: whose that is, and whether it is there at all, nobody can say until it is back.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And a hypervisor in "backends.toml" that has these containers:
      | name | status  | processors | memory | disk | image     | address    | marked |
      | web1 | Running | 2          | 2GiB   | 10GB | Debian 13 | 192.0.2.10 | no     |
      | web2 | Stopped | 1          | 512MiB | 5GiB | Debian 13 |            | no     |
    And a file "terms.json" with the terms of containers

  @proc-backends-unseen
  Rule: What nobody can look at is not told to be missing, and is given to nobody

    Scenario: All else is compared
      Given the operator has run "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"
      And the hypervisor has "web1" where nobody can look
      And the hypervisor has "web2" running
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "incus-fra *: is not known: unavailable: not all of it could be looked at"
      And it prints "status: stopped is ours, and running is"
      And it prints nothing of "web1"

    Scenario: All else is adopted
      Given the hypervisor has "web1" where nobody can look
      When the operator runs "hosting inventory adopt lxc --account ama@example.com --terms terms.json --backends backends.toml"
      Then it ends with code 0
      And it prints "instance web2 is adopted"
      And it prints nothing of "web1"
      And it says "not all of the backend could be looked at"

    Scenario: It is not adopted by its name either
      Given the hypervisor has "web1" where nobody can look
      When the operator runs "hosting inventory adopt lxc --account ama@example.com --terms terms.json --only web1 --backends backends.toml"
      Then it ends with code 2
      And it says "is where nobody can look now"
