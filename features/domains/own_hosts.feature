@rest
Feature: Nameservers within the customer's own domains

  Who runs nameservers of their own names them in a domain of theirs. Nobody could
  find them if their registry did not say where they are.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "ns1" with "192.0.2.1"
    And "baobab.example" has the AAAA record "ns1" with "2001:db8::1"
    And "baobab.example" has the TXT record "ns2" with "192.0.2.2"
    And "baobab.example" has the A record "ns2" with "192.0.2.3"

  @domain-ns-hosts
  Rule: The registrar accepts them with the addresses that their records say

    Scenario: A host with addresses of two kinds
      When Ama hands "baobab.example" over to "ns1.baobab.example, ns2.baobab.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.baobab.example, ns2.baobab.example"
      And the registrar was told that "ns1.baobab.example" is found at "192.0.2.1, 2001:db8::1"
      And the registrar was told that "ns2.baobab.example" is found at "192.0.2.3"

    Scenario: Hosts of another domain of hers
      Given Ama owns the domain "marula.example"
      When Ama hands "marula.example" over to "ns1.baobab.example, ns2.other.example"
      And the registrar has caught up
      Then the registrar was told that "ns1.baobab.example" is found at "192.0.2.1, 2001:db8::1"
      And the registrar was told that "ns2.other.example" is found by its name

    Scenario: A host that is removed meanwhile
      Given Ama removed the A record "ns1" from "baobab.example"
      When Ama hands "baobab.example" over to "ns1.baobab.example, ns2.baobab.example"
      And the registrar has caught up
      Then the registrar was told that "ns1.baobab.example" is found at "2001:db8::1"

  @domain-own
  Rule: What somebody else says of their hosts is nobody's

    Scenario: Hosts of somebody else
      Given Kofi owns the domain "marula.example"
      When Kofi hands "marula.example" over to "ns1.baobab.example, ns2.baobab.example"
      And the registrar has caught up
      Then the registrar was told that "ns1.baobab.example" is found by its name
