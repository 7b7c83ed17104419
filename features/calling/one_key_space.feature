Feature: One key for both interfaces

  A program may change over from one interface to the other between a request
  and its retry. It is the same account and the same key, so the same change.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest
  Rule: A change sent by REST is retried through the graph

    Scenario: Auto-renew
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama changes over to the graph
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

    Scenario: Another change under the key
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama changes over to the graph
      And Ama turns auto-renew off for "baobab.example" with the key "renewal-2031"
      Then the request is refused as "idempotency_key_conflict"

    Scenario: A new record
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      And Ama changes over to the graph
      And Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      Then the answer is the first one again

  @graphql
  Rule: A change sent through the graph is retried by REST

    Scenario: Auto-renew
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama changes over to REST
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

    Scenario: A new record
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      And Ama changes over to REST
      And Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      Then the answer is the first one again
