Feature: One key for both interfaces

  A program may change over from one interface to the other between a request
  and its retry. It is the same account and the same key, so the same change.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest
  @key-shared
  Rule: A change sent by REST is retried through the graph

    Scenario: Auto-renew
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama changed over to the graph
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

    Scenario: Another change under the key
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama changed over to the graph
      When Ama turns auto-renew off for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "idempotency_key_conflict"

    Scenario: A new record
      Given Ama added the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      And Ama changed over to the graph
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      Then the answer is the first one again

  @graphql
  @key-shared
  Rule: A change sent through the graph is retried by REST

    Scenario: Auto-renew, retried by REST
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama changed over to REST
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

    Scenario: A new record, retried by REST
      Given Ama added the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      And Ama changed over to REST
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      Then the answer is the first one again
