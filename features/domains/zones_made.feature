@rest
Feature: Zones that nameservers do not have yet

  Nameservers answer for the zones that they were given. A domain whose zone is not
  there would be gone from the world as soon as its registry names them.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.other.example, ns2.other.example" for "baobab.example"
    And the nameservers have no zone that was not made for them

  @domain-ns-hosts
  Rule: The zone is there when the registrar accepts our nameservers

    Scenario: Handed over to our nameservers
      When Ama hands "baobab.example" over to "ns1.host.example, ns2.host.example"
      And the registrar has caught up
      Then the nameservers have the zone of "baobab.example"
      And "baobab.example" is served by "ns1.host.example, ns2.host.example"

    Scenario: Handed over to others
      When Ama hands "baobab.example" over to "ns1.host.example, ns2.third.example"
      And the registrar has caught up
      Then the nameservers have no zone of "baobab.example"
      And "baobab.example" is served by "ns1.host.example, ns2.third.example"

  @dns-pending
  Rule: It is made for the first record

    Scenario: The first record
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And the nameservers have the zone of "baobab.example"

  @dns-deleting
  Rule: Nothing is served of a zone that is gone

    Scenario: Removing a record of it
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And the nameservers have lost the zone of "baobab.example"
      When Ama removes the A record "www" from "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has no records
      And the nameservers have no zone of "baobab.example"
