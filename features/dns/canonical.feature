Feature: One way of writing

  Customers paste what they find: capitals, missing dots, quotes. What they
  see afterwards is always written in the same way, as zone files write it.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: Content is shown in the one form of its type

    Scenario Outline: <type>: <written>
      When Ama adds to "baobab.example" the record
        | name | type   | content   |
        | here | <type> | <written> |
      Then "baobab.example" has these records:
        | name | type   | contents |
        | here | <type> | <kept>   |

      Examples:
        | type  | written                                 | kept                                    |
        | AAAA  | 2001:0DB8:0:0:0:0:0:1                   | 2001:db8::1                             |
        | CNAME | WWW.Other.Example                       | www.other.example.                      |
        | CNAME | @                                       | baobab.example.                         |
        | CNAME | bücher.example                          | xn--bcher-kva.example.                  |
        | NS    | NS1.other.example.                      | ns1.other.example.                      |
        | CAA   | 0 ISSUE letsencrypt.org                 | 0 issue "letsencrypt.org"               |
        | HTTPS | 1 . PORT=443 ALPN="h2,h3"               | 1 . alpn=h2,h3 port=443                 |
        | SSHFP | 1 1 0123456789ABCDEF0123456789ABCDEF01234567 | 1 1 0123456789abcdef0123456789abcdef01234567 |

  Rule: A text needs no quotes, and may be as long as 4096 characters

    Scenario Outline: A text written as <written>
      When Ama adds to "baobab.example" the record
        | name | type | content   |
        | here | TXT  | <written> |
      Then "baobab.example" has these records:
        | name | type | contents |
        | here | TXT  | <kept>   |

      Examples:
        | written                  | kept                  |
        | v=spf1 -all              | v=spf1 -all           |
        | "v=spf1 -all"            | v=spf1 -all           |
        | "v=DKIM1; k=rsa; " "p=A" | v=DKIM1; k=rsa; p=A   |
        | a "quoted" word          | a "quoted" word       |
        | grüße, 世界              | grüße, 世界           |

    Scenario: A long text is cut for the wire, and shown whole
      When Ama adds a text of 600 characters to "baobab.example"
      And the nameservers have caught up
      Then the text of "baobab.example" has 600 characters
      And the nameservers serve it in 3 strings

    Scenario Outline: A text of <length> characters
      When Ama adds a text of <length> characters to "baobab.example"
      Then the request is <answer>

      Examples:
        | length | answer                           |
        | 4096   | accepted                         |
        | 4097   | refused as "invalid_dns_content" |
        | 0      | refused as "invalid_dns_content" |
