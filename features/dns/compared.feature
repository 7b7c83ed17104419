@direct
Feature: Zones that the operator compares

  Nameservers come back from an old copy, or without a zone. The operator is told what
  differs, and of nothing that is on its way.

  Background:
    Given Ama owns the domain "baobab.example"
    And the nameservers have no zone that was not made for them
    And "baobab.example" has the A record "www" with "192.0.2.1"
    And "baobab.example" has the A record "shop" with "192.0.2.2"

  @proc-backends-compared
  Rule: What is on its way is not told

    Scenario: A record that was changed, and is not served so yet
      Given Ama renamed the A record "www" of "baobab.example" to "web"
      When the operator compares zones with what is served
      Then the operator is told nothing of "baobab.example"

    Scenario: Something else is told all the same
      Given Ama renamed the A record "www" of "baobab.example" to "web"
      And the nameservers serve "old" of "baobab.example" as A with "192.0.2.9", beside its records
      When the operator compares zones with what is served
      Then the operator is told of "baobab.example" that "old.baobab.example is no record"

    Scenario: A domain whose first record is on its way
      Given Ama owns the domain "marula.example"
      And Ama added the A record "www" with "192.0.2.1" to "marula.example"
      When the operator compares zones with what is served
      Then the operator is told nothing of "marula.example"

  @proc-backends-compared @proc-backends-repaired
  Rule: A zone that is gone is told once, and comes back whole

    Scenario: It is told
      Given the nameservers have lost the zone of "baobab.example"
      When the operator compares zones with what is served
      Then the operator is told of "baobab.example" that "the zone is not there"

    Scenario: It is put right
      Given the nameservers have lost the zone of "baobab.example"
      When the operator has the zone of "baobab.example" put right
      And the nameservers have caught up
      Then the nameservers have the zone of "baobab.example"
      And the nameservers serve "www.baobab.example" as A with "192.0.2.1"
      And the nameservers serve "shop.baobab.example" as A with "192.0.2.2"
