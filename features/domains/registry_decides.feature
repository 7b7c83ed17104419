Feature: What the registry has yet to decide

  A registrar may accept a change that its registry makes later, or never.
  Until it is known which, the customer sees it as pending.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"
    And the registry takes its time over "baobab.example"

  @domain-registry-pending
  Rule: A change that the registrar has accepted waits for the registry

    Scenario: Accepted, and not yet made
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" shows no error

    Scenario: It is not asked for again
      Given Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      When 2 days pass
      And the registrar has caught up
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And the registrar was asked once

  @domain-registry-pending
  Rule: A message of the registry ends the waiting

    Scenario: The registry makes it
      Given Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      When the registry does what it was asked for "baobab.example"
      And the platform has heard of it
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
      And "baobab.example" waits for nothing
      And "baobab.example" shows no error

    Scenario: A change of mind while it decides
      Given Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      And the registry has done what it was asked for "baobab.example", and says so
      And the registry takes its time over "baobab.example"
      When Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
      And "baobab.example" waits for "ns1.third.example, ns2.third.example"
      And "baobab.example" shows no error

    Scenario: The registry refuses it
      Given Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      When the registry refuses what it was asked for "baobab.example"
      And the platform has heard of it
      Then "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" waits for nothing
      And "baobab.example" shows the error "refused"
