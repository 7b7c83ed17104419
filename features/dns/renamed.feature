Feature: A record that gets another name

  What is asked under the old name is answered until the new one is served, and
  not for ever after that.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "old" with "192.0.2.1"

  @dns-renamed
  Rule: A name that was refused takes nothing away, and leaves nothing behind

    Scenario: The nameservers refuse the new name
      Given the nameservers will refuse the next request
      When Ama renames the A record "old" of "baobab.example" to "new"
      And the nameservers have caught up
      Then the A record "new" of "baobab.example" is "failed"
      And the nameservers serve "old.baobab.example" as A with "192.0.2.1"
      And the nameservers do not serve "new.baobab.example"

    Scenario: A refused record that is removed is served under neither name
      Given the nameservers will refuse the next request
      And Ama renamed the A record "old" of "baobab.example" to "new"
      And the nameservers have caught up
      When Ama removes the A record "new" from "baobab.example"
      And the nameservers have caught up
      Then the nameservers serve nothing for "baobab.example"

    Scenario: A third name takes the place of the first
      Given the nameservers will refuse the next request
      And Ama renamed the A record "old" of "baobab.example" to "new"
      And the nameservers have caught up
      When Ama renames the A record "new" of "baobab.example" to "third"
      And the nameservers have caught up
      Then the nameservers serve "third.baobab.example" as A with "192.0.2.1"
      And the nameservers do not serve "old.baobab.example"
