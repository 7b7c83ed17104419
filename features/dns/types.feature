Feature: The type of a record

  A record of each type says something else of a name. These are the ones that
  customers need.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-types
  Rule: The customer may set these types

    Scenario Outline: A record of the type <type>
      When Ama adds to "baobab.example" the record
        | name   | type   | content   |
        | <name> | <type> | <content> |
      Then "baobab.example" has these records:
        | name   | type   | status  |
        | <name> | <type> | pending |

      Examples:
        | type  | name      | content                                                                |
        | A     | www       | 192.0.2.1                                                              |
        | AAAA  | www       | 2001:db8::1                                                            |
        | CNAME | shop      | shops.other.example                                                    |
        | MX    | @         | 10 mail.other.example                                                  |
        | TXT   | @         | v=spf1 -all                                                            |
        | NS    | sub       | ns1.other.example                                                      |
        | SRV   | _sip._tcp | 10 5 5060 sip.other.example                                            |
        | CAA   | @         | 0 issue "letsencrypt.org"                                              |
        | TLSA  | _443._tcp | 3 1 1 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef |
        | SSHFP | box       | 4 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef   |
        | SVCB  | _dns      | 1 svc.other.example alpn=dot                                           |
        | HTTPS | @         | 1 . alpn=h2,h3                                                         |
        | PTR   | 1         | host.other.example                                                     |
