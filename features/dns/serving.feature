Feature: From a record to what the world sees

  Nameservers are told of each change in the background. The customer sees how
  far a change has come, without asking anyone.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-pending @rest-accepted
  Rule: A new record is pending until the nameservers serve it

    Scenario: Asked for, not yet served
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then the request is accepted
      And the A record "www" of "baobab.example" is "pending"
      And the nameservers serve nothing for "baobab.example"

    Scenario: Served
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And it shows when the nameservers took it
      And the nameservers serve "www.baobab.example" as A with "192.0.2.1"

  @dns-deleting
  Rule: A removed record is deleting until the nameservers forget it, and gone then

    Scenario: Asked for, not yet gone
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama removes the A record "www" from "baobab.example"
      Then the request is accepted
      And the A record "www" of "baobab.example" is "deleting"
      And the nameservers serve "www.baobab.example" as A with "192.0.2.1"

    Scenario: Gone
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama removes the A record "www" from "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has no records
      And the nameservers serve nothing for "baobab.example"
