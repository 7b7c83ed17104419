Feature: Types that the content tells

  Most customers want "www at this address" and do not think in types. Where the
  content tells the type, it can be left out; where not, we ask.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-type-told
  Rule: A type that the content tells can be left out

    Scenario Outline: A record with <content>, without a type
      When Ama adds to "baobab.example" the record
        | name | content   | priority   |
        | here | <content> | <priority> |
      Then "baobab.example" has these records:
        | name | type   |
        | here | <type> |

      Examples:
        | content            | priority | type |
        | 192.0.2.1          |          | A    |
        | 2001:db8::1        |          | AAAA |
        | mail.other.example | 10       | MX   |
        | @                  | 10       | MX   |

    Scenario Outline: The content <content> does not tell, with the priority <priority>
      When Ama adds to "baobab.example" the record
        | name | content   | priority   |
        | here | <content> | <priority> |
      Then the request is refused as "dns_type_required"

      Examples:
        | content            | priority |
        | mail.other.example |          |
        | v=spf1 -all        |          |
        | v=spf1 -all        | 10       |
        | 192.0.2.256        |          |

    Scenario: Addresses of two kinds do not tell
      When Ama adds to "baobab.example" the record
        | name | contents                |
        | here | 192.0.2.1 / 2001:db8::1 |
      Then the request is refused as "dns_type_required"
