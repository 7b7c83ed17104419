Feature: Changing a record

  A record can be changed in place: what is not said stays as it is, and what is
  said keeps the rules of new records.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"

  @dns-update @dns-details
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

    Scenario: Nothing at all
      When Ama changes nothing about the A record "www" of "baobab.example"
      Then the request is refused as "invalid_request"

  @dns-update
  Rule: A change keeps the same rules as a new record

    Scenario Outline: Changing the <member> to "<value>"
      When Ama changes the A record "www" of "baobab.example" as follows
        | <member> |
        | <value>  |
      Then the request is refused as "<code>"
      And the A record "www" of "baobab.example" is "active"

      Examples:
        | member   | value    | code                 |
        | content  | nonsense | invalid_dns_content  |
        | ttl      | 1        | invalid_dns_ttl      |
        | name     | www.     | invalid_dns_name     |
        | priority | 10       | invalid_dns_priority |
        | type     | AAAA     | invalid_dns_content  |
