Feature: How long a record is kept

  Resolvers keep a record for its time to live. Odd values are refused, never
  bent.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-ttl
  Rule: A record is kept for 60 to 86400 seconds, an hour unless said

    Scenario: Not said
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then "baobab.example" has these records:
        | name | ttl  |
        | www  | 3600 |

    Scenario Outline: <seconds> seconds
      When Ama adds to "baobab.example" the record
        | name | type | content   | ttl       |
        | www  | A    | 192.0.2.1 | <seconds> |
      Then the request is <answer>

      Examples:
        | seconds | answer                       |
        | 60      | accepted                     |
        | 86400   | accepted                     |
        | 59      | refused as "invalid_dns_ttl" |
        | 1       | refused as "invalid_dns_ttl" |
        | 0       | refused as "invalid_dns_ttl" |
        | -1      | refused as "invalid_dns_ttl" |
        | 86401   | refused as "invalid_dns_ttl" |
