@rest
Feature: Sites that stand otherwise at their panel

  Somebody suspends a site in the panel itself, or deletes it there. The operator
  is told, and has it put right.

  Background:
    Given an empty folder
    And a file "backends.toml" that lists the backends
      | id    | port  | driver  |
      | p-fra | panel | sandbox |
    And the operator has started "hosting --backends backends.toml"

  @proc-backends-compared
  Rule: A site that stands otherwise than its order says is told

    Scenario Outline: A site that somebody has <changed>
      Given the panel has the site "saltskar" <changed>
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "p-fra saltskar: it is to be served, and is <shown>"

      Examples:
        | changed   | shown     |
        | suspended | suspended |
        | removed   | gone      |

  @proc-backends-repaired
  Rule: A site of ours is put right where the operator says so

    Scenario: It is served again
      Given the panel has the site "saltskar" suspended
      When the operator runs "hosting backend diff --repair --backends backends.toml"
      Then it says "saltskar: it is queued"
      And the site "saltskar" is soon served again

    Scenario: What is gone does not come back
      Given the panel has the site "saltskar" removed
      When the operator runs "hosting backend diff --repair --backends backends.toml"
      Then it prints "p-fra saltskar: it is to be served, and is gone"
      And it says nothing of "queued"
