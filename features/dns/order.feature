Feature: Changes to one domain, one after the other

  Customers change a zone in quick succession, and what was asked for last is
  what must be served. So changes keep their order.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-queue-order
  Rule: The last change wins

    Scenario: Three addresses in quick succession
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And Ama changes the A record "www" of "baobab.example" to "192.0.2.2"
      And Ama changes the A record "www" of "baobab.example" to "192.0.2.3"
      And the nameservers have caught up
      Then the nameservers serve "www.baobab.example" as A with "192.0.2.3"
      And the A record "www" of "baobab.example" is "active"

    Scenario: Added and removed again
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And Ama removes the A record "www" from "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has no records
      And the nameservers serve nothing for "baobab.example"

  @dns-queue-order
  Rule: A change waits while the one before it is tried again

    Scenario: The first one meets nameservers that are away
      Given the nameservers will be away for the next request
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And Ama adds the A record "shop" with "192.0.2.2" to "baobab.example"
      And the nameservers have caught up
      Then the A record "shop" of "baobab.example" is "pending"
      And the nameservers serve nothing for "baobab.example"

    Scenario: Both are served when the nameservers are back
      Given the nameservers will be away for the next request
      And Ama added the A record "www" with "192.0.2.1" to "baobab.example"
      And Ama added the A record "shop" with "192.0.2.2" to "baobab.example"
      And the nameservers have caught up
      When 1 second passes
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And the A record "shop" of "baobab.example" is "active"
