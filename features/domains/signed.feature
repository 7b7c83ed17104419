Feature: Domains whose zones are signed

  Nameservers may sign what they serve. Whoever asks believes it when the
  registry names their keys, and takes for forged what others sign.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.other.example, ns2.other.example" for "baobab.example"
    And the nameservers sign their zones

  @domain-signed
  Rule: The registry is given the keys of our nameservers once they answer

    Scenario: Handed over to our nameservers
      When Ama hands "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar has caught up
      Then the registry has the keys of the nameservers for "baobab.example"

    Scenario: Other keys
      Given Ama handed "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar has caught up
      When the nameservers change their keys
      And 1 day passes
      And the registrar has caught up
      Then the registry has the keys of the nameservers for "baobab.example"

  @domain-signed
  Rule: It is given none that our nameservers do not sign with

    Scenario: Handed over to others
      Given Ama handed "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar has caught up
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then the registry has no keys for "baobab.example"

    Scenario: What somebody else has put there stays
      Given the registry has a key of somebody else for "baobab.example"
      When Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then the registry has the key of somebody else for "baobab.example"

  @domain-signed
  Rule: A registry that takes no keys is no work for the operator

    Scenario: A registry that refuses them
      Given Ama handed "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar will take the next request, and refuse the 20 after it
      When the registrar has had a day more
      Then the operator finds 0 pieces of work that were given up

  @domain-signed @graphql
  Rule: The dashboard shows the keys

    Scenario: The keys of a domain that is signed
      When Ama hands "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar has caught up
      Then the dashboard shows the keys of "baobab.example"
