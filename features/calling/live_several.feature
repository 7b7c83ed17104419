@graphql
Feature: Several who watch one account

  Two people of one company may look at the same domains. Each is told, whoever else
  comes and goes.

  @live-domain
  Rule: Each who watches is told of each change

    Background:
      Given Ama owns the domain "baobab.example"
      And Kofi has a key to Ama's account
      And Ama watches her domains
      And Kofi watches these domains too

    Scenario: Both watch
      When Ama turns auto-renew on for "baobab.example"
      Then Ama is told that auto-renew is on for "baobab.example"
      And Kofi is told that auto-renew is on for "baobab.example"

    Scenario: One of them ends
      Given Kofi's credential was revoked
      When Ama turns auto-renew on for "baobab.example"
      Then Kofi's watching ends as "credential_revoked"
      And Ama is told that auto-renew is on for "baobab.example"

    Scenario: After all have ended
      Given Ama's credential was revoked
      And Ama's watching ended as "credential_revoked"
      And Kofi's credential was revoked
      And Kofi's watching ended as "credential_revoked"
      And Ama has another credential
      And Ama watches these domains too
      When Ama turns auto-renew on for "baobab.example"
      Then Ama is told that auto-renew is on for "baobab.example"
