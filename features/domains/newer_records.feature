@rest
Feature: Records that only a newer version can serve

  What a newer version queued for a zone waits for it. Where the operator gives it up,
  its record says so, and all that was queued behind it goes on.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @domain-unread-work
  Rule: The record of what was given up says so, and nothing else does

    Scenario: A record that was added
      Given Ama added the A record "www" with "192.0.2.1" to "baobab.example"
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the nameservers have caught up
      Then the A record "www" of "baobab.example" is "failed"
      And it shows the error "refused"
      And "baobab.example" shows no error

    Scenario: A record that was removed, and is still served
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And Ama removed the A record "www" from "baobab.example"
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the nameservers have caught up
      Then the A record "www" of "baobab.example" is "failed"
      And the nameservers serve "www.baobab.example" as A with "192.0.2.1"

    Scenario: A hand-over that the registry decides on goes on
      Given the registry takes its time over "baobab.example"
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      And Ama added the A record "www" with "192.0.2.1" to "baobab.example"
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the nameservers have caught up
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"

  @domain-unread-work
  Rule: What was queued behind it is done all the same

    Scenario: A record behind a hand-over
      Given a newer version queued handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      And Ama added the A record "www" with "192.0.2.1" to "baobab.example"
      And the operator gave up what was queued first
      When the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And "baobab.example" waits for nothing

    Scenario: A hand-over behind a record
      Given Ama added the A record "www" with "192.0.2.1" to "baobab.example"
      And a newer version queued what is waiting
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the operator gave up what was queued first
      And the registrar will be away for the next request
      When the registrar has caught up
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
