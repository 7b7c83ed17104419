Feature: When a domain was last changed

  A program that keeps a copy asks for what was changed since. So a record that was
  only looked at was not changed.

  Background:
    Given Ama owns the domain "baobab.example"

  @domain-follows-registry
  Rule: What the registry shows changes a domain, and that it was looked at does not

    Scenario: What it shows changes the record
      When 3 days pass
      And the registry shows "baobab.example" as locked
      And the platform has heard of it
      Then "baobab.example" was last changed now

    Scenario: What was there already changes nothing
      When the registry shows "baobab.example" as registered
      And the platform has heard of it
      And 3 days pass
      And the registry shows "baobab.example" as registered
      And the platform has heard of it
      Then "baobab.example" was last changed 3 days ago
