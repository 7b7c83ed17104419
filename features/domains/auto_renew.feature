Feature: Domain auto-renew

  A domain that is not renewed is lost. Customers choose, domain by domain,
  whether the platform renews it for them.

  Background:
    Given Ama owns the domain "baobab.example"

  @domain-auto-renew
  Rule: The owner decides, and it holds at once

    Scenario Outline: Turning auto-renew <choice>
      When Ama turns auto-renew <choice> for "baobab.example"
      Then the request is accepted
      And auto-renew is <choice> for "baobab.example"

      Examples:
        | choice |
        | on     |
        | off    |

    Scenario: Turning on what is on changes nothing
      When Ama turns auto-renew on for "baobab.example"
      And Ama turns auto-renew on for "baobab.example"
      Then the request is accepted
      And auto-renew is on for "baobab.example"

    Scenario: One domain at a time
      Given Ama owns the domain "marula.example"
      When Ama turns auto-renew on for "marula.example"
      Then auto-renew is off for "baobab.example"

    Scenario: Off before the registrar was asked for what is due
      Given the registry shows that "baobab.example" ends in 30 days
      And the platform has heard of it
      And Ama turned auto-renew on for "baobab.example"
      And 17 days passed
      When Ama turns auto-renew off for "baobab.example"
      And the registrar has caught up
      Then "baobab.example" ends in 13 days
      And the registrar was asked 0 times

  @domain-own
  Rule: Nobody else decides

    Scenario: A domain of someone else cannot be found
      Given Kofi has an account
      When Kofi turns auto-renew on for "baobab.example"
      Then the request is refused as "domain_not_found"
      And auto-renew is off for "baobab.example"

  @domain-auto-renew-locked
  Rule: A lock at the registrar does not stop it

    Scenario: A locked domain is renewed all the same
      Given "baobab.example" is locked at the registrar
      When Ama turns auto-renew on for "baobab.example"
      Then auto-renew is on for "baobab.example"
