@graphql
Feature: Being told what changes

  Whoever shows domains on a screen need not ask again and again: the graph
  tells what changes as soon as it has, whoever or whatever changed it.

  @live-domain @live-events
  Rule: Whoever watches is told of each change

    Background:
      Given Ama owns the domain "baobab.example"
      And Ama owns the domain "acacia.example"

    Scenario: A change of her own
      Given Ama watches her domains
      When Ama turns auto-renew on for "acacia.example"
      Then Ama is told that auto-renew is on for "acacia.example"
      And Ama's usage shows one "domainChanged", done

    Scenario: A change that the registrar made
      Given Ama watches her domains
      When "baobab.example" is locked at the registrar
      Then Ama is told that "baobab.example" is locked

    Scenario: One domain of several
      Given Ama watches "baobab.example"
      When Ama turns auto-renew on for "acacia.example"
      And Ama turns auto-renew on for "baobab.example"
      Then Ama is told that auto-renew is on for "baobab.example"
      And Ama is told nothing more

    Scenario: A change that comes to nothing
      Given Ama owns the domain "cedar.example", which is "suspended"
      And Ama watches her domains
      When Ama turns auto-renew on for "cedar.example"
      Then the request is refused as "domain_locked"
      And Ama is told nothing more
