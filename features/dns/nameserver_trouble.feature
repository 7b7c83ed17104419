Feature: When the nameservers do not do their part

  A record that is not served has to say so, or the customer looks for the
  fault in the wrong place.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-refused @rest-accepted
  Rule: What the nameservers refuse has failed, and says why

    Scenario: The nameservers say no
      Given the nameservers will refuse the next request
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "failed"
      And it shows the error "refused"

    Scenario: A failed record can be changed
      Given her A record "www" with "192.0.2.1" in "baobab.example" was refused by the nameservers
      When Ama changes the A record "www" of "baobab.example" to "192.0.2.2"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And it shows no error

    Scenario: A failed record can be removed
      Given her A record "www" with "192.0.2.1" in "baobab.example" was refused by the nameservers
      When Ama removes the A record "www" from "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has no records

    Scenario: A removal that the nameservers refuse
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And the nameservers will refuse the next request
      When Ama removes the A record "www" from "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "failed"
      And it shows the error "refused"
      And the nameservers serve "www.baobab.example" as A with "192.0.2.1"
