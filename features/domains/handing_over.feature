Feature: Handing a domain over to other nameservers

  The registrar takes a while, and until then the old nameservers answer. So
  the customer sees both: what is, and what will be.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @domain-ns-queued @rest-accepted
  Rule: The present nameservers stay until the registrar accepts the new ones

    Scenario: Asked for, not yet accepted
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then the request is accepted
      And "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And "baobab.example" is served by "ns1.host.example, ns2.host.example"

    Scenario: Accepted
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
      And "baobab.example" waits for nothing
      And "baobab.example" shows no error
      And the registrar knows "ns1.other.example, ns2.other.example" for "baobab.example"

  @domain-ns-replaced
  Rule: A later request replaces one that has not started

    Scenario: A change of mind
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.third.example, ns2.third.example"
      And the registrar was asked once

  @domain-ns-replaced
  Rule: A request that has started is finished, and the later one follows it

    Scenario: A change of mind that comes too late
      Given the registrar is at work on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.third.example, ns2.third.example"
      And "baobab.example" waits for nothing
      And the registrar was asked 2 times

  @domain-own
  Rule: Nobody else can hand a domain over

    Scenario: Somebody else's domain
      Given Kofi has an account
      When Kofi hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then the request is refused as "domain_not_found"
      And "baobab.example" waits for nothing
