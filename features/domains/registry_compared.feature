@direct
Feature: Domains that their registry shows otherwise

  Registrars change domains by hand, and a message can be lost. The operator
  compares them, and has those looked at again that differ.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama owns the domain "marula.example"
    And the registry has "baobab.example" as it is believed
    And the registry has "marula.example" as it is believed

  @domain-registry-compared
  Rule: What a registry shows otherwise is told, member by member

    Scenario: All as it is believed
      When the operator compares domains with their registry
      Then the operator is told nothing of "baobab.example"

    Scenario Outline: Shown as <how>, without a word
      Given the registry shows "baobab.example" as <how>, and says nothing
      When the operator compares domains with their registry
      Then the operator is told of "baobab.example" that "<told>"
      And the operator is told nothing of "marula.example"

      Examples:
        | how                | told                                          |
        | locked             | locked: false is ours, true is shown          |
        | held back          | status: active is ours, suspended is shown    |
        | not hidden         | privacy_enabled: true is ours, false is shown |
        | with somebody else | status: active is ours, cancelled is shown    |

    Scenario: The registry does not have it
      Given Ama owns the domain "acacia.example"
      When the operator compares domains with their registry
      Then the operator is told of "acacia.example" that "status: active is ours, cancelled is shown"

  @domain-registry-compared
  Rule: One that differs is looked at again where the operator says so

    Scenario: It is as the registry shows it then
      Given the registry shows "baobab.example" as locked, and says nothing
      When the operator has "baobab.example" looked at again
      And the registrar has caught up
      Then "baobab.example" is locked
