Feature: What a record says

  What a resolver would not understand is of no use to anybody. It is refused at
  once, where the customer can still see what was meant.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-content-valid
  Rule: Content that the type does not allow is refused

    Scenario Outline: A record of the type <type> with "<content>"
      When Ama adds to "baobab.example" the record
        | name | type   | content   |
        | here | <type> | <content> |
      Then the request is refused as "invalid_dns_content"
      And the refusal points to "content"

      Examples:
        | type  | content                    |
        | A     | 192.0.2.256                |
        | A     | 192.0.2.01                 |
        | A     | 2001:db8::1                |
        | AAAA  | 192.0.2.1                  |
        | AAAA  | fe80::1%eth0               |
        | CNAME | www                        |
        | CNAME | 192.0.2.1                  |
        | MX    | 10 192.0.2.1               |
        | MX    | ten mail.other.example     |
        | NS    | _ns.other.example          |
        | SRV   | 10 5 70000 sip.example.com |
        | CAA   | letsencrypt.org            |
        | CAA   | 0 iodef "ftp://a.example"  |
        | TLSA  | 3 1 1 abcd                 |
        | SSHFP | 4 2 abcd                   |
        | HTTPS | 1 . port=70000             |
        | PTR   | 192.0.2.1                  |
