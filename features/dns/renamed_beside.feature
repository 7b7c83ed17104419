@rest
Feature: A name that another record has taken

  Records change names one after the other, and one takes what another leaves. What is
  served under a name is what the record of that name says.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "old" with "192.0.2.1"

  @dns-renamed
  Rule: A record that has left a name takes nothing away from the one that has it now

    Scenario: The nameservers refused to move it, and it is changed
      Given the nameservers will refuse the next request
      And Ama renamed the A record "old" of "baobab.example" to "new"
      And the nameservers have caught up
      And "baobab.example" has the A record "old" with "192.0.2.9"
      When Ama changes the A record "new" of "baobab.example" to "192.0.2.2"
      And the nameservers have caught up
      Then the nameservers serve "old.baobab.example" as A with "192.0.2.9"
      And the nameservers serve "new.baobab.example" as A with "192.0.2.2"

    Scenario: The nameservers refused to move it, and it is removed
      Given the nameservers will refuse the next request
      And Ama renamed the A record "old" of "baobab.example" to "new"
      And the nameservers have caught up
      And "baobab.example" has the A record "old" with "192.0.2.9"
      When Ama removes the A record "new" from "baobab.example"
      And the nameservers have caught up
      Then the nameservers serve "old.baobab.example" as A with "192.0.2.9"

    Scenario: One takes the name that another leaves, in one breath
      Given "baobab.example" has the A record "shop" with "192.0.2.2"
      When Ama renames the A record "old" of "baobab.example" to "new"
      And Ama renames the A record "shop" of "baobab.example" to "old"
      And the nameservers have caught up
      Then the nameservers serve "old.baobab.example" as A with "192.0.2.2"
      And the nameservers serve "new.baobab.example" as A with "192.0.2.1"
      And the nameservers do not serve "shop.baobab.example"

  @dns-renamed
  Rule: However often it was renamed, it is served under the last name alone

    Scenario: Through several names in one breath, of which one is refused
      Given the nameservers will take the next request, and refuse the one after it
      And Ama renamed the A record "old" of "baobab.example" to "new"
      And Ama renamed the A record "new" of "baobab.example" to "third"
      And the nameservers have caught up
      When Ama renames the A record "third" of "baobab.example" to "last"
      And the nameservers have caught up
      Then the nameservers serve "last.baobab.example" as A with "192.0.2.1"
      And the nameservers do not serve "new.baobab.example"
