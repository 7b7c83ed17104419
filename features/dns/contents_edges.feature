Feature: What a record may just say

  What is allowed and what is not lie close together. Both sides of the edge are
  shown here.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-content-valid
  Rule: Content is judged by the rules of its type

    Scenario Outline: A <type> with "<content>" is taken
      When Ama adds to "baobab.example" the record
        | name | type   | content   |
        | here | <type> | <content> |
      Then the request is accepted

      Examples:
        | type  | content                        |
        | CAA   | 0 abcdefghijklmno "15 letters" |
        | CAA   | 255 issue ";"                  |
        | HTTPS | 1 . alpn=h2 no-default-alpn    |
        | HTTPS | 1 . mandatory=port port=443    |
        | SVCB  | 1 . key667=hello               |
        | SRV   | 0 0 65535 sip.other.example    |
        | TLSA  | 3 1 0 0aFf                     |

    Scenario Outline: A <type> with "<content>" is refused
      When Ama adds to "baobab.example" the record
        | name | type   | content   |
        | here | <type> | <content> |
      Then the request is refused as "invalid_dns_content"

      Examples:
        | type  | content                         |
        | CAA   | 0 abcdefghijklmnop "16 letters" |
        | CAA   | 256 issue ";"                   |
        | CAA   | 0 iss-ue ";"                    |
        | HTTPS | 1 . no-default-alpn             |
        | HTTPS | 1 . alpn=h2 alpn=h3             |
        | HTTPS | 1 . mandatory=port alpn=h2      |
        | HTTPS | 1 . mandatory=mandatory         |
        | SVCB  | 1 . key1=h2                     |
        | SVCB  | 1 . key65536=hello              |
        | SRV   | 0 0 65536 sip.other.example     |
        | TLSA  | 3 1 0 0af                       |
        | TLSA  | 3 1 0 0ag0                      |
