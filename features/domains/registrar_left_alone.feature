@direct
Feature: A registrar that cannot be reached

  A registrar that is away is helped by nobody who asks on. It is left alone for a while,
  and what waits for it loses nothing.

  @domain-registrar-retries
  Rule: After five failures to reach it nobody asks for a while

    Scenario Outline: There was work for it <times> times
      Given the registrar is one of those that the operator lists
      And Ama owns the domain "baobab.example"
      And the registrar will be away for the next 20 requests
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      When the registrar has had <times> attempts
      Then the registrar was asked <asked> times
      And "baobab.example" waits for "ns1.other.example, ns2.other.example"

      Examples:
        | times | asked |
        | 5     | 5     |
        | 6     | 5     |
