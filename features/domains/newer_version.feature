Feature: Work of a newer version

  Replicas are replaced one after the other. What a newer one queued may be more
  than an older one can read: it is left to the newer one.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"
    And a newer version queued handing "baobab.example" over to "ns1.other.example, ns2.other.example"

  @domain-unread-work
  Rule: What cannot be read here is left, until the operator gives it up

    Scenario: Left to the newer version
      When the registrar has had a day more
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And the operator finds 0 pieces of work that were given up

    Scenario: Given up by the operator
      Given the operator gave up what is queued
      When the registrar has caught up
      Then "baobab.example" waits for nothing
      And "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" shows the error "refused"

    Scenario: It can be handed over again then
      Given the operator gave up what is queued
      And the registrar has caught up
      When Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.third.example, ns2.third.example"
