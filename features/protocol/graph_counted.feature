@graphql
Feature: What a request to the graph counts for

  A request may hold many changes, each of which is work. So each counts as a request
  by itself; what only reads counts as one, however much it is.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama owns the domain "acacia.example"
    And Ama's credential allows 1 request a minute

  @limit-changes
  Rule: Each change counts as a request, reads together as one

    Scenario: Two changes where one is allowed
      When Ama turns auto-renew on for "baobab.example" and for "acacia.example" in one request under two keys
      Then the second change is refused as "rate_limit_exceeded"

    Scenario: Two reads
      When Ama asks for her account and her domains in one request
      Then the request is accepted
