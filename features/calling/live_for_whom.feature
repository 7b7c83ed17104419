@graphql
Feature: Who is told what changes

  What is told is as private as what is looked at, and ends with the credential.

  @live-own
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

  @live-scope
  Rule: To watch needs the scope of a look

    Scenario: Without it
      Given Ama owns the domain "baobab.example"
      And Ama's credential carries only "services:read"
      When Ama begins to watch her domains
      Then Ama's watching ends as "insufficient_scope"
      And Ama's usage, seen with another credential, shows one "domainChanged", rejected as "insufficient_scope"

  @cred-watching
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
