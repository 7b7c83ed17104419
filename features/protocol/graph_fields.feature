@graphql
Feature: Who may ask what in one request to the graph

  Each field asks for its own scope. And what can be cached or linked to changes
  nothing.

  Background:
    Given Ama owns the domain "baobab.example"

  @graph-scopes
  Rule: Each field asks for its own scope

    Scenario: One of the two fields
      Given Ama's credential carries only "domains:read"
      When Ama asks for her account and her domains in one request
      Then she gets her domains
      And the account is refused as "insufficient_scope"

  @graph-get
  Rule: By GET one may only ask

    Scenario: A question
      When Ama asks for her domains by GET
      Then she gets her domains

    Scenario: A change
      When Ama turns auto-renew on for "baobab.example" by GET
      Then the request is refused as "method_not_allowed"
      And auto-renew is off for "baobab.example"

  @graph-anonymous
  Rule: Without a credential only the search answers

    @safe
    Scenario: The domains of nobody
      When somebody without a credential asks the graph for domains
      Then the request is refused as "invalid_token"
