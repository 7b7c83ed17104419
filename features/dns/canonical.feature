Feature: One way of writing

  Customers paste what they find: capitals, missing dots, quotes. What they
  see afterwards is always written in the same way, as zone files write it.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-canonical
  Rule: Content is shown in the one form of its type

    Scenario Outline: A record of the type <type>, written <written>
      When Ama adds to "baobab.example" the record
        | name | type   | content   |
        | here | <type> | <written> |
      Then "baobab.example" has these records:
        | name | type   | contents |
        | here | <type> | <kept>   |

      Examples:
        | type  | written                                      | kept                                         |
        | AAAA  | 2001:0DB8:0:0:0:0:0:1                        | 2001:db8::1                                  |
        | CNAME | WWW.Other.Example                            | www.other.example.                           |
        | CNAME | @                                            | baobab.example.                              |
        | CNAME | bücher.example                               | xn--bcher-kva.example.                       |
        | NS    | NS1.other.example.                           | ns1.other.example.                           |
        | CAA   | 0 ISSUE letsencrypt.org                      | 0 issue "letsencrypt.org"                    |
        | HTTPS | 1 . PORT=443 ALPN="h2,h3"                    | 1 . alpn=h2,h3 port=443                      |
        | SSHFP | 1 1 0123456789ABCDEF0123456789ABCDEF01234567 | 1 1 0123456789abcdef0123456789abcdef01234567 |
