Feature: Changing a record

  A record can be changed in place: what is not said stays as it is. A name
  has one record of each type, so a second one means changing the first.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"

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

  Rule: What is not said stays as it is

    Scenario: Only the time to live
      When Ama changes the A record "www" of "baobab.example" as follows
        | ttl |
        | 300 |
      Then "baobab.example" has these records:
        | name | type | contents  | ttl | status  |
        | www  | A    | 192.0.2.1 | 300 | pending |

    Scenario: Everything
      When Ama changes the A record "www" of "baobab.example" as follows
        | name | type | content            | ttl | priority |
        | @    | MX   | mail.other.example | 120 | 5        |
      Then "baobab.example" has these records:
        | name | type | contents            | ttl | priority |
        | @    | MX   | mail.other.example. | 120 | 5        |

    Scenario: Nothing
      When Ama changes nothing about the A record "www" of "baobab.example"
      Then the request is refused as "invalid_request"

  Rule: A change keeps the same rules as a new record

    Scenario Outline: <member> "<value>"
      When Ama changes the A record "www" of "baobab.example" as follows
        | <member> |
        | <value>  |
      Then the request is refused as "<code>"
      And the A record "www" of "baobab.example" is "active"

      Examples:
        | member   | value       | code                 |
        | content  | nonsense    | invalid_dns_content  |
        | ttl      | 1           | invalid_dns_ttl      |
        | name     | www.        | invalid_dns_name     |
        | priority | 10          | invalid_dns_priority |
        | type     | AAAA        | invalid_dns_content  |

      @direct @rest
      Examples:
        | member   | value       | code                 |
        | type     | SOA         | invalid_dns_type     |

      @graphql
      Examples:
        | member   | value       | code                 |
        | type     | SOA         | invalid_request      |
