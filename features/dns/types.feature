Feature: The type of a record

  Most customers want "www at this address" and do not think in types. Where
  the content tells the type, it can be left out; where not, we ask.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: The customer may set these types

    Scenario Outline: A record of the type <type>
      When Ama adds to "baobab.example" the record
        | name   | type   | content   |
        | <name> | <type> | <content> |
      Then "baobab.example" has these records:
        | name   | type   | status  |
        | <name> | <type> | pending |

      Examples:
        | type  | name      | content                                                                  |
        | A     | www       | 192.0.2.1                                                                |
        | AAAA  | www       | 2001:db8::1                                                              |
        | CNAME | shop      | shops.other.example                                                      |
        | MX    | @         | 10 mail.other.example                                                    |
        | TXT   | @         | v=spf1 -all                                                              |
        | NS    | sub       | ns1.other.example                                                        |
        | SRV   | _sip._tcp | 10 5 5060 sip.other.example                                              |
        | CAA   | @         | 0 issue "letsencrypt.org"                                                |
        | TLSA  | _443._tcp | 3 1 1 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef   |
        | SSHFP | box       | 4 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef     |
        | SVCB  | _dns      | 1 svc.other.example alpn=dot                                             |
        | HTTPS | @         | 1 . alpn=h2,h3                                                           |
        | PTR   | 1         | host.other.example                                                       |

  Rule: A type that the content tells can be left out

    Scenario Outline: <content> without a type
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

    Scenario Outline: <content> does not tell
      When Ama adds to "baobab.example" the record
        | name | content   |
        | here | <content> |
      Then the request is refused as "dns_type_required"

      Examples:
        | content            |
        | mail.other.example |
        | v=spf1 -all        |
        | 192.0.2.256        |

    Scenario: Addresses of two kinds do not tell
      When Ama adds to "baobab.example" the record
        | name | contents                |
        | here | 192.0.2.1 / 2001:db8::1 |
      Then the request is refused as "dns_type_required"

  Rule: What the platform manages, and what nobody knows, is refused

    Scenario: Nameservers of the domain itself
      When Ama adds to "baobab.example" the record
        | name | type | content           |
        | @    | NS   | ns1.other.example |
      Then the request is refused as "invalid_dns_type"

    @direct @rest
    Scenario Outline: <type> at "<name>"
      When Ama adds to "baobab.example" the record
        | name   | type   | content   |
        | <name> | <type> | <content> |
      Then the request is refused as "invalid_dns_type"

      Examples:
        | type       | name | content                                                          |
        | SOA        | @    | ns1.host.example. admin.host.example. 1 7200 3600 1209600 3600   |
        | DNSKEY     | @    | 257 3 13 aGVsbG8=                                                |
        | DS         | sub  | 1 13 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef |
        | RRSIG      | @    | A 13 2 3600 20310101000000 20301201000000 1 baobab.example. aGk= |
        | NSEC3PARAM | @    | 1 0 0 -                                                          |
        | SPF        | @    | v=spf1 -all                                                      |
        | NONSENSE   | @    | 192.0.2.1                                                        |

    @graphql
    Scenario Outline: <type> is none of the choices that the graph offers
      When Ama adds to "baobab.example" the record
        | name | type   | content     |
        | @    | <type> | v=spf1 -all |
      Then the request is refused as "invalid_request"

      Examples:
        | type     |
        | SOA      |
        | SPF      |
        | NONSENSE |
