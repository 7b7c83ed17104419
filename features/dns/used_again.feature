Feature: Using a name again

  Customers replace a record by another in one breath. Nobody waits until the old
  one is forgotten.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-name-free
  Rule: A name can be used again at once

    Scenario: Removed and added in one breath
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama removes the A record "www" from "baobab.example"
      And Ama adds the A record "www" with "192.0.2.9" to "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has these records:
        | name | type | contents  | status |
        | www  | A    | 192.0.2.9 | active |
      And the nameservers serve "www.baobab.example" as A with "192.0.2.9"

    Scenario: An alias in place of an address
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama removes the A record "www" from "baobab.example"
      And Ama adds the CNAME record "www" with "shop.other.example" to "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has these records:
        | name | type  | contents            | status |
        | www  | CNAME | shop.other.example. | active |

  @dns-name-free
  Rule: A removed record gives way to the one that took its name

    Scenario: Both are seen while the nameservers are away
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And the nameservers will be away for the next request
      When Ama removes the A record "www" from "baobab.example"
      And Ama adds the A record "www" with "192.0.2.9" to "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has these records:
        | name | type | contents  | status   |
        | www  | A    | 192.0.2.1 | deleting |
        | www  | A    | 192.0.2.9 | pending  |

    Scenario: The removal is refused, which is of no matter any more
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And the nameservers will refuse the next request
      When Ama removes the A record "www" from "baobab.example"
      And Ama adds the A record "www" with "192.0.2.9" to "baobab.example"
      And the nameservers have caught up
      Then "baobab.example" has these records:
        | name | type | contents  | status |
        | www  | A    | 192.0.2.9 | active |
