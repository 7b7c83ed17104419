@rest
Feature: How a service is reached

  SVCB and HTTPS records carry parameters: where a browser finds a site, and what it
  may speak there. They are pasted in any order, and shown in one.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-canonical
  Rule: Parameters are shown in their order, each in its one form

    Scenario Outline: An address with parameters, written <written>
      When Ama adds to "baobab.example" the record
        | name | type | content   |
        | here | SVCB | <written> |
      Then "baobab.example" has these records:
        | name | type | contents |
        | here | SVCB | <kept>   |

      Examples:
        | written                                    | kept                                       |
        | 0 SVC.other.example                        | 0 svc.other.example.                       |
        | 016 _svc.other.example port=053            | 16 _svc.other.example. port=53             |
        | 1 @ ALPN="h2,http/1.1"                     | 1 baobab.example. alpn=h2,http/1.1         |
        | 1 . no-default-alpn alpn=h3                | 1 . alpn=h3 no-default-alpn                |
        | 1 . ipv6hint="2001:DB8::1,2001:db8:0::2"   | 1 . ipv6hint=2001:db8::1,2001:db8::2       |
        | 1 . ipv4hint=192.0.2.1,192.0.2.2 port=8443 | 1 . port=8443 ipv4hint=192.0.2.1,192.0.2.2 |
        | 1 . port=443 mandatory=port,alpn alpn=h2   | 1 . mandatory=alpn,port alpn=h2 port=443   |

    Scenario: Keys that hide the name that is asked for
      When Ama adds an HTTPS record with the keys of a browser's maker to "baobab.example"
      Then "baobab.example" shows those keys as they were given

  @dns-canonical
  Rule: A parameter that has no name yet is kept byte by byte

    Scenario Outline: A parameter without a name, written <written>
      When Ama adds to "baobab.example" the record
        | name | type | content       |
        | here | SVCB | 1 . <written> |
      Then "baobab.example" has these records:
        | name | type | contents   |
        | here | SVCB | 1 . <kept> |

      Examples:
        | written                               | kept                              |
        | key667= KEY7=/q{?dns}                 | key7=/q{?dns} key667              |
        | key667="hello\\210qoo"                | key667=hello\\210qoo              |
        | key667=\\000\\034\\092\\059\\040\\044 | key667=\\000\\034\\092\\059\\040, |
