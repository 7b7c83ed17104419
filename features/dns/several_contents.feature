Feature: One thing or several

  A name may stand for several addresses. A record says one thing or several
  different ones, and never nothing.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-content-one @dns-contents
  Rule: A record says one thing or several different ones

    Scenario: Two addresses
      When Ama adds to "baobab.example" the record
        | name | type | contents              |
        | www  | A    | 192.0.2.1 / 192.0.2.2 |
      Then "baobab.example" has these records:
        | name | type | contents              |
        | www  | A    | 192.0.2.1 / 192.0.2.2 |

    Scenario: Nothing at all
      When Ama adds to "baobab.example" the record
        | name | type |
        | www  | A    |
      Then the request is refused as "dns_content_required"

    Scenario: An empty list
      When Ama adds the A record "www" with 0 addresses to "baobab.example"
      Then the request is refused as "dns_content_required"

    Scenario: One thing and several at once
      When Ama adds to "baobab.example" the record
        | name | type | content   | contents              |
        | www  | A    | 192.0.2.1 | 192.0.2.1 / 192.0.2.2 |
      Then the request is refused as "dns_content_required"

    Scenario: The same twice, written differently
      When Ama adds to "baobab.example" the record
        | name | type | contents                  |
        | www  | AAAA | 2001:db8::1 / 2001:DB8::1 |
      Then the request is refused as "invalid_dns_content"
      And the refusal points to "contents/1"

    Scenario Outline: <count> addresses
      When Ama adds the A record "www" with <count> addresses to "baobab.example"
      Then the request is <answer>

      Examples:
        | count | answer                           |
        | 100   | accepted                         |
        | 101   | refused as "invalid_dns_content" |
