@rest
Feature: Renewals that a registry takes its time over

  A registrar may accept a renewal that its registry makes later, or never. Until it
  is known which, nothing is shown that may not come true.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registry shows that "baobab.example" ends in 30 days
    And the platform has heard of it
    And Ama turned auto-renew on for "baobab.example"
    And the registry takes its time over "baobab.example"
    And 17 days passed
    And the registrar has caught up

  @domain-registry-pending @domain-renewed
  Rule: A renewal that the registrar has accepted waits for the registry

    Scenario: Accepted, and not yet made
      When the registrar has caught up
      Then "baobab.example" ends in 13 days
      And the registrar was asked once

    Scenario: The registry makes it
      When the registry does what it was asked for "baobab.example"
      And the platform has heard of it
      Then "baobab.example" ends in 378 days
      And "baobab.example" shows no error

    Scenario: The registry made it, and its message was lost
      Given the registry has done what it was asked for "baobab.example", and says nothing
      When 6 minutes pass
      And the registrar has caught up
      Then "baobab.example" ends in 378 days

    Scenario: The registry refuses it, and it is tried again the next day
      Given the registry has refused what it was asked for "baobab.example", and says so
      When 1 day passes
      And the registrar has caught up
      Then "baobab.example" ends in 377 days
      And "baobab.example" shows no error
      And the registrar was asked 2 times

  @domain-registry-pending
  Rule: Nameservers that are asked for meanwhile are not taken for decided

    Scenario: A hand-over behind a renewal
      Given the registry has done what it was asked for "baobab.example", and says nothing
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
