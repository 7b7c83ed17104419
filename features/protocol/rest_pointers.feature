@rest
Feature: Where a refusal points

  A program shows its user which field was wrong. The refusal points to it.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-details
  Rule: A refusal points to what is wrong

    Scenario: A member of the wrong kind
      When Ama turns auto-renew on for "baobab.example" with a body that says a text for a choice
      Then the refusal points to "enabled"

    Scenario: A list that is too short
      When Ama hands "baobab.example" over to "ns1.other.example"
      Then the refusal points to "nameServers"
