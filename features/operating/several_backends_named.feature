@rest
Feature: Which of several

  An inventory may say where each thing is. What it does not say is decided
  once: the default has it, and keeps it when another becomes the default.

  Background:
    Given an empty folder
    And a file "backends.toml" that lists the backends
      | id    | port       | driver  | default |
      | c-fra | containers | sandbox | true    |
      | c-ams | containers | sandbox |         |

  @proc-backends-named
  Rule: What names none is the default's, and stays there

    Scenario: It was there before anybody named a backend
      Given the operator has started and ended "hosting"
      When the operator runs "hosting inventory export --backends backends.toml"
      Then it prints "c-fra"

    Scenario: Another becomes the default
      Given the operator has started and ended "hosting --backends backends.toml"
      And a file "backends.toml" that lists the backends
        | id    | port       | driver  | default |
        | c-fra | containers | sandbox |         |
        | c-ams | containers | sandbox | true    |
      When the operator runs "hosting inventory export --backends backends.toml"
      Then it prints "c-fra"
      And it prints nothing of "c-ams"

    Scenario: None is the default
      Given the operator has started and ended "hosting"
      And a file "backends.toml" that lists the backends
        | id    | port       | driver  | default |
        | c-fra | containers | sandbox |         |
        | c-ams | containers | sandbox |         |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it ends with code 2
      And it says "name no backend, and none for containers is the default"
