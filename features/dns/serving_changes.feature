Feature: From a change to what the world sees

  A record goes on being served as it was until the nameservers know how it is
  now. The customer sees how far that has come.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-pending
  Rule: A changed record is pending again, and then served as it is now

    Scenario: A new address, not yet served
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama changes the A record "www" of "baobab.example" to "192.0.2.2"
      Then the A record "www" of "baobab.example" is "pending"
      And the nameservers serve "www.baobab.example" as A with "192.0.2.1"

    Scenario: A new address, served
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama changes the A record "www" of "baobab.example" to "192.0.2.2"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And the nameservers serve "www.baobab.example" as A with "192.0.2.2"

    Scenario: A new name leaves nothing behind
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama renames the A record "www" of "baobab.example" to "shop"
      And the nameservers have caught up
      Then the nameservers serve "shop.baobab.example" as A with "192.0.2.1"
      And the nameservers do not serve "www.baobab.example"

  @dns-deleting
  Rule: What is on its way out cannot be had back

    Scenario: Changing what was removed
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And Ama removed the A record "www" from "baobab.example"
      When Ama changes the A record "www" of "baobab.example" to "192.0.2.2"
      Then the request is refused as "dns_record_not_found"
      And the A record "www" of "baobab.example" is "deleting"
