@graphql
Feature: The graph over a WebSocket

  A screen keeps one connection open, asks over it and is told what changes
  (graphql-transport-ws). Who may not ask is sent away with the reason.

  Background:
    Given Ama owns the domain "baobab.example"

  @live-websocket
  Rule: Over one connection questions are answered and changes told

    Scenario: A change of her own
      Given Ama watches her domains over a socket
      When Ama turns auto-renew on for "baobab.example"
      Then the socket tells that auto-renew is on for "baobab.example"

    Scenario: A question
      Given Ama has opened a socket
      When Ama asks over the socket for her domains
      Then the socket shows "baobab.example", and that this was all

    Scenario Outline: A client that <does>
      When Ama's client <does>
      Then the socket is closed with <code>

      Examples:
        | does                          | code |
        | says what nobody can read     | 4400 |
        | asks before it says who it is | 4401 |
        | names no protocol             | 4406 |
        | uses an id that is in use     | 4409 |
        | says twice who it is          | 4429 |
