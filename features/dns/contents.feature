Feature: What a record says

  The same content can be written in many ways. We keep one of them, so that
  two records can be compared, and refuse what no resolver would understand.

  Background:
    Given Ama owns the domain "baobab.example"

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
      And the refusal points to "contents"

    Scenario Outline: <count> addresses
      When Ama adds the A record "www" with <count> addresses to "baobab.example"
      Then the request is <answer>

      Examples:
        | count | answer                           |
        | 100   | accepted                         |
        | 101   | refused as "invalid_dns_content" |

  Rule: Content that the type does not allow is refused

    Scenario Outline: <type> with "<content>"
      When Ama adds to "baobab.example" the record
        | name | type   | content   |
        | here | <type> | <content> |
      Then the request is refused as "invalid_dns_content"
      And the refusal points to "content"

      Examples:
        | type  | content                 |
        | A     | 192.0.2.256             |
        | A     | 192.0.2.01              |
        | A     | 2001:db8::1             |
        | AAAA  | 192.0.2.1               |
        | AAAA  | fe80::1%eth0            |
        | CNAME | www                     |
        | CNAME | 192.0.2.1               |
        | MX    | 10 192.0.2.1            |
        | MX    | ten mail.other.example  |
        | NS    | _ns.other.example       |
        | SRV   | 10 5 70000 sip.example.com |
        | CAA   | letsencrypt.org         |
        | CAA   | 0 iodef "ftp://a.example" |
        | TLSA  | 3 1 1 abcd              |
        | SSHFP | 4 2 abcd                |
        | HTTPS | 1 . port=70000          |
        | PTR   | 192.0.2.1               |
