Feature: One record of each type

  A name has one record of each type, which may say several things. So a second
  one means changing the first.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"

  @dns-twice
  Rule: A name has one record of each type

    Scenario: The same name and type again
      When Ama adds the A record "www" with "192.0.2.2" to "baobab.example"
      Then the request is refused as "dns_record_exists"
      And "baobab.example" has these records:
        | name | type | contents  |
        | www  | A    | 192.0.2.1 |

    Scenario: The same name and another type
      When Ama adds the AAAA record "www" with "2001:db8::1" to "baobab.example"
      Then "baobab.example" has these records:
        | name | type | contents    |
        | www  | A    | 192.0.2.1   |
        | www  | AAAA | 2001:db8::1 |

    Scenario: Moving to where there is one
      Given "baobab.example" has the A record "shop" with "192.0.2.2"
      When Ama renames the A record "shop" of "baobab.example" to "www"
      Then the request is refused as "dns_record_exists"
