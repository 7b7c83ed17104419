@rest
Feature: Hand-overs that overtake each other

  A customer changes her mind while the registrar is at work. What becomes of the
  earlier wish is not said of the later one.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @domain-ns-replaced
  Rule: A request that has failed is forgotten where a later one follows it

    Scenario: The earlier one is refused, and the later one is accepted
      Given the registrar will refuse the next request
      And the registrar is at work on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.third.example, ns2.third.example"
      And "baobab.example" shows no error
      And the operator finds 0 pieces of work that were given up

    Scenario: The earlier one is refused, and the later one still waits
      Given the registrar will refuse the next request
      And the registrar will be away for the next request
      And the registrar is at work on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then "baobab.example" waits for "ns1.third.example, ns2.third.example"
      And "baobab.example" shows the error "unavailable"

  @domain-signed
  Rule: Keys that were taken away for the earlier one are given back by the later one

    Scenario: Away from our nameservers, which is refused, and back to them
      Given the nameservers sign their zones
      And Ama handed "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar has caught up
      And the registrar will take the next request, and refuse the one after it
      And the registrar is at work on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When Ama hands "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar has caught up
      Then the registry has the keys of the nameservers for "baobab.example"
