@rest
Feature: What was given up, and is tried again

  A backend refuses what it would take a day later. The operator has it tried again,
  so that no customer has to ask for it once more.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @proc-queue-retry
  Rule: What was given up can be tried again

    Scenario: Handing a domain over
      Given Ama's hand-over of "baobab.example" to "ns1.other.example, ns2.other.example" was refused by the registrar
      When the operator has what was given up tried again
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
      And "baobab.example" shows no error

    Scenario: Seen before it is tried
      Given Ama's hand-over of "baobab.example" to "ns1.other.example, ns2.other.example" was refused by the registrar
      When the operator has what was given up tried again
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And "baobab.example" shows no error

    Scenario: Adding a record
      Given her A record "www" with "192.0.2.1" in "baobab.example" was refused by the nameservers
      When the operator has what was given up tried again
      Then the A record "www" of "baobab.example" is "pending"
      And it shows no error

    Scenario: Removing a record
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And the nameservers will refuse the next request
      And Ama removed the A record "www" from "baobab.example"
      And the nameservers have caught up
      When the operator has what was given up tried again
      And the nameservers have caught up
      Then "baobab.example" has no records

  @proc-queue-retry
  Rule: What was changed since is not

    Scenario: A record that says something else by now
      Given her A record "www" with "192.0.2.1" in "baobab.example" was refused by the nameservers
      And Ama renamed the A record "www" of "baobab.example" to "shop"
      And the nameservers have caught up
      When the operator has what was given up tried again, which is of no use
      And the nameservers have caught up
      Then the nameservers do not serve "www.baobab.example"
      And the nameservers serve "shop.baobab.example" as A with "192.0.2.1"
