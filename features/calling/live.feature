@graphql
Feature: Being told what changes

  Whoever shows domains on a screen need not ask again and again: the graph
  tells what changes as soon as it has, whoever or whatever changed it.

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

  Rule: Nobody is told of what is somebody else's

    Background:
      Given Ama owns the domain "baobab.example"
      And Kofi owns the domain "kola.example"

    Scenario: A change of another account
      Given Kofi watches his domains
      When Ama turns auto-renew on for "baobab.example"
      Then Kofi is told nothing more

    Scenario: A domain of another account
      When Kofi begins to watch "baobab.example"
      Then Kofi's watching ends as "domain_not_found"

  Rule: To watch needs the scope of a look

    Scenario: Without it
      Given Ama owns the domain "baobab.example"
      And Ama's credential carries only "services:read"
      When Ama begins to watch her domains
      Then Ama's watching ends as "insufficient_scope"
      And Ama's usage, seen with another credential, shows one "domainChanged", rejected as "insufficient_scope"

  Rule: Watching ends with the credential

    Background:
      Given Ama owns the domain "baobab.example"

    Scenario: It is revoked
      Given Ama watches her domains
      When Ama's credential is revoked
      Then Ama's watching ends as "credential_revoked"

    Scenario: It expires
      Given Ama's credential expires in 1 hour
      And Ama watches her domains
      When 2 hours pass
      Then Ama's watching ends as "credential_expired"
