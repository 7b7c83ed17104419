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

  @domain-follows-registry
  Rule: A domain is not given up because of a look alone

    Scenario: Looked at while the registry takes its time
      Given the registry takes its time over "baobab.example"
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      And the registry shows "baobab.example" as with somebody else, and says nothing
      When 6 minutes pass
      And the registrar has caught up
      Then "baobab.example" stands as "active"
