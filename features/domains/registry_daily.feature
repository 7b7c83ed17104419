@rest
Feature: Domains that are looked at each day

  Messages of registries are lost, and not every registry sends them. So each domain
  is looked at once a day, and no registry is asked all the time.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" is registered with a registrar that the operator lists
    And 1 minute passed
    And the registrar has caught up
    And the registry shows "baobab.example" as held back, and says nothing

  @domain-follows-registry
  Rule: What a registry shows without a word is seen within a day

    Scenario: A day later
      When 1 day passes
      And the registrar has caught up
      Then "baobab.example" stands as "suspended"

    Scenario: An hour later
      When 1 hour passes
      And the registrar has caught up
      Then "baobab.example" stands as "active"
