@rest
Feature: Zones that are served otherwise

  Somebody edits a zone at the nameservers, or they come back from an old copy.
  The operator is told what is served otherwise, and has it put right.

  Background:
    Given an empty folder
    And a file "backends.toml" that lists the backends
      | id     | port | driver  |
      | ns-fra | dns  | sandbox |
    And the operator has started "hosting --backends backends.toml"

  @proc-backends-compared
  Rule: A record that is served otherwise than it says is told

    Scenario Outline: It is served <otherwise>
      Given the nameservers serve "webcam.saltskarkayaks.com" <otherwise>
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "ns-fra saltskarkayaks.com: webcam.saltskarkayaks.com A: 203.0.113.44 for 300 s is ours, and <told>"

      Examples:
        | otherwise          | told                            |
        | by another address | 192.0.2.99 for 300 s is served  |
        | for a minute       | 203.0.113.44 for 60 s is served |
        | no more            | nothing is served               |

    Scenario: The same in another order
      Given the nameservers serve "portal.brightpawclinic.com" in another order
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 0
      And it prints nothing

    Scenario: What is no record of ours
      Given the nameservers serve the A record "old" of "saltskarkayaks.com" with "192.0.2.98", beside ours
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "ns-fra saltskarkayaks.com: old.saltskarkayaks.com A is served, and no record of ours"

  @proc-backends-repaired
  Rule: A record of ours is served as it says again, where the operator says so

    Scenario: What was edited is put back
      Given the nameservers serve "webcam.saltskarkayaks.com" by another address
      And the nameservers serve "booking.saltskarkayaks.com" by another address
      When the operator runs "hosting backend diff --repair --backends backends.toml"
      Then it says "saltskarkayaks.com: 2 records are queued"
      And the nameservers soon serve "webcam.saltskarkayaks.com" with "203.0.113.44" for 300 seconds

    Scenario: What is no record of ours is left
      Given the nameservers serve the A record "old" of "saltskarkayaks.com" with "192.0.2.98", beside ours
      When the operator runs "hosting backend diff --repair --backends backends.toml"
      Then it says nothing of "queued"
