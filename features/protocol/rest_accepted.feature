@rest
Feature: Where accepted work leads

  Work that was accepted is done a little later. The answer says where to read how it
  goes.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-location
  Rule: Accepted work says where to read how it goes

    Scenario: Nameservers
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then the answer leads to "baobab.example"

    Scenario: A replay leads there too
      Given Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "move-2031"
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "move-2031"
      Then the answer says that it is a replay
      And the answer leads to "baobab.example"

    Scenario: What is done at once leads nowhere
      When Ama turns auto-renew on for "baobab.example"
      Then the answer leads nowhere
