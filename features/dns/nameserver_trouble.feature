Feature: When the nameservers do not do their part

  A record that is not served has to say so, or the customer looks for the
  fault in the wrong place. What may succeed later, the platform tries again.

  Background:
    Given Ama owns the domain "baobab.example"

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

  Rule: What may succeed later is tried again

    Scenario Outline: The nameservers <trouble>
      Given the nameservers <trouble> the next request
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "pending"
      And it shows the error "<error>"
      When 1 second passes
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And it shows no error

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

  Rule: After ten attempts the record has failed

    Scenario: Nameservers that stay away
      Given the nameservers will be away for the next 20 requests
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have had a day more
      Then the A record "www" of "baobab.example" is "failed"
      And it shows the error "unavailable"
      And the nameservers were asked 10 times
