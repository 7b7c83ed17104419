@rest
Feature: Several of a kind

  A company grows: a second cluster, another panel. What is there already stays
  where it is, and nothing is forgotten that has customers.

  Background:
    Given an empty folder
    And a file "backends.toml" that lists the backends
      | id    | port       | driver  | default |
      | c-fra | containers | sandbox | true    |
      | c-ams | containers | sandbox |         |
      | k-fra | machines   | sandbox | true    |
      | k-ams | machines   | sandbox |         |
      | p-fra | panel      | sandbox | true    |
      | p-ams | panel      | sandbox |         |
      | m-fra | mail       | sandbox | true    |
      | m-ams | mail       | sandbox |         |

  @proc-backends
  Rule: Each is listed, with what drives it and how it is

    Scenario: By the command
      Given the operator has run "hosting migrate"
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "c-fra containers sandbox (default) ok"
      And it prints "c-ams containers sandbox ok"
      And it prints "m-ams mail sandbox ok"

    Scenario: By the health
      When the operator starts "hosting --backends backends.toml"
      And the operator asks for "/health"
      Then it names "c-ams" as "ok"
      And it names "p-fra" as "ok"

  @proc-backends-kept
  Rule: A backend that has something of a customer cannot be left out

    Scenario Outline: It has <what>
      Given the operator has started and ended "hosting --backends backends.toml"
      When the operator runs "hosting backend list"
      Then it ends with code 2
      And it says "<id>: has"
      And it says "<what>, and cannot be left out"

      Examples:
        | id    | what             |
        | c-fra | containers       |
        | k-fra | virtual machines |
        | p-fra | sites            |
        | m-fra | mail domains     |
