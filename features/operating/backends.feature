@rest
Feature: Backends

  A company has several of each: nameservers here and there. The operator lists
  them in one file, and each zone is served by one of them.

  Background:
    Given an empty folder
    And a file "backends.toml" that lists the backends
      | id     | port | driver  | default |
      | ns-ams | dns  | sandbox |         |
      | ns-fra | dns  | sandbox | true    |

  @proc-backends
  Rule: The backends of the file are listed, each with what drives it and how it is

    Scenario: Two nameservers, one of which takes what names none
      Given the operator has run "hosting migrate"
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "ns-ams dns sandbox ok"
      And it prints "ns-fra dns sandbox (default) ok"

    Scenario: Nobody named any
      Given the operator has run "hosting migrate"
      When the operator runs "hosting backend list"
      Then it prints "sandbox dns sandbox (default) ok"

    Scenario: The health names each
      When the operator starts "hosting --backends backends.toml"
      And the operator asks for "/health"
      Then it names "ns-ams" as "ok"
      And it names "ns-fra" as "ok"

  @proc-backends-named
  Rule: What names no backend is served by the default, and stays there

    Scenario: The demo's zones
      Given the operator has started and ended "hosting --backends backends.toml"
      When the operator runs "hosting inventory export --backends backends.toml"
      Then it prints "ns-fra"

    Scenario: All of a zone is served as the platform believes
      Given the operator has started and ended "hosting --backends backends.toml"
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 0
      And it prints nothing

  @proc-backends-kept
  Rule: A backend that serves a zone cannot be left out

    Scenario: It is left out
      Given the operator has started and ended "hosting --backends backends.toml"
      When the operator runs "hosting backend list"
      Then it ends with code 2
      And it says "ns-fra: has"
