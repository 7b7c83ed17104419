@rest
Feature: What the figures count

  Each operation, each request that came too often, and each call of a backend is
  counted, with what came of it.

  @ops-metrics-counted
  Rule: Operations are counted by what came of them

    Scenario: Asked for twice
      Given the platform was started by "hosting --metrics-listen 127.0.0.1:0" on the demo data
      When the customer looks up the account 2 times
      Then the figures say "hosting_operations_total{facade=rest,operation=account,outcome=ok} 2"

    Scenario: A backend that was told
      Given the platform was started by "hosting --metrics-listen 127.0.0.1:0" on the demo data
      When the customer adds the A record "new" to "saltskarkayaks.com"
      Then the figures say "hosting_backend_calls_total{backend=dns,outcome=ok} 1"

  @ops-metrics-counted
  Rule: What came too often is counted

    Scenario: A key that may be used once a minute
      Given the platform was started by "hosting --metrics-listen 127.0.0.1:0" on the demo data
      And the operator has run "hosting key create --account demo@example.com --all-scopes --rate 1"
      When the key is used twice to look up the account
      Then the figures say "hosting_rate_limited_total 1"

    Scenario: Keys that were made up
      Given the platform was started by "hosting --metrics-listen 127.0.0.1:0" on the demo data
      When somebody tries 122 keys that were made up
      Then the figures say "hosting_rate_limited_total 2"

  @ops-metrics-counted
  Rule: What a backend has otherwise is counted once a day

    Scenario: A zone that was edited
      Given an empty folder
      And a file "backends.toml" that lists the backends
        | id     | port | driver  | default |
        | ns-ams | dns  | sandbox | true    |
        | ns-fra | dns  | sandbox |         |
      And the operator has started and ended "hosting --backends backends.toml"
      And the nameservers serve "webcam.saltskarkayaks.com" by another address
      And zones were last compared a day ago
      When the operator starts "hosting --metrics-listen 127.0.0.1:0 --backends backends.toml"
      Then the figures say "hosting_backend_differences{backend=ns-ams} 1"
      And the figures say "hosting_backend_differences{backend=ns-fra} 0"
