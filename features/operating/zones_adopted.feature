@rest
Feature: Records that were served before

  A company that begins with the platform has zones that are served. What stands in
  them becomes records of its customers as it is, and goes on being served.

  Background:
    Given an empty folder
    And a file "backends.toml" that lists the backends
      | id     | port | driver  |
      | ns-fra | dns  | sandbox |
    And the operator has started "hosting --backends backends.toml"
    And the nameservers serve the A record "old" of "saltskarkayaks.com" with "192.0.2.98", beside ours

  @proc-adopt-records
  Rule: What is served and is no record becomes one, as it is

    Scenario: A record
      When the operator runs "hosting inventory adopt dns --backends backends.toml"
      Then it ends with code 0
      And it prints "record old.saltskarkayaks.com A is adopted"
      And it says "1 adopted, 0 left"
      And the zone of "saltskarkayaks.com" has one A record "old"
      And the nameservers soon serve "old.saltskarkayaks.com" with "192.0.2.98" for 300 seconds

    Scenario: The next time
      Given the operator has run "hosting inventory adopt dns --backends backends.toml"
      When the operator runs "hosting inventory adopt dns --backends backends.toml"
      Then it says "0 adopted, 0 left"

    Scenario: First of all, what would be
      When the operator runs "hosting inventory adopt dns --dry-run --backends backends.toml"
      Then it prints "record old.saltskarkayaks.com A is adopted"
      And it says "1 adopted, 0 left; nothing was changed"
      And the zone of "saltskarkayaks.com" has no A record "old"

    Scenario: From one of the backends
      When the operator runs "hosting inventory adopt dns ns-ams --backends backends.toml"
      Then it ends with code 2
      And it says "there is no backend ns-ams for dns"

  @proc-adopt-records-left
  Rule: What can be no record is left as it is, and the reason is said

    Scenario Outline: Left: <what>
      Given the nameservers serve the <type> record "<name>" of "saltskarkayaks.com" with "<content>", beside ours
      When the operator runs "hosting inventory adopt dns --backends backends.toml"
      Then it prints "record <told> <type> is left: <why>"
      And it says "1 adopted, 1 left"

      Examples:
        | what                | type  | name       | content           | told                    | why                             |
        | A name outside      | A     | www.other. | 192.0.2.97        | www.other               | its name is outside of the zone |
        | Its own nameservers | NS    | @          | ns1.host.example. | saltskarkayaks.com      | the nameservers of the domain   |
        | Its own alias       | CNAME | @          | host.example.     | saltskarkayaks.com      | the domain itself cannot be     |
        | An unknown type     | RP    | who        | . .               | who.saltskarkayaks.com  | unknown or unsupported type     |
        | Written another way | AAAA  | long       | 2001:DB8::0:1     | long.saltskarkayaks.com | it would be written otherwise   |
