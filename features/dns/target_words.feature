Feature: What a wrong target is told

  Somebody writes an address where a name belongs, or a name without its end. The
  refusal says what would be right.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-target-words
  Rule: A refused target is told what is wrong with it

    Scenario Outline: "<target>" for a <type>
      When Ama adds the <type> record "here" with "<target>" to "baobab.example"
      Then the request is refused as "invalid_dns_content"
      And the refusal says "<words>"

      Examples:
        | type  | target            | words                                                    |
        | CNAME | 192.0.2.1         | this type points to a host name, not to an IP address    |
        | CNAME | 2001:db8::1       | this type points to a host name, not to an IP address    |
        | NS    | ns1               | write the whole host name, such as ns1.baobab.example    |
        | NS    | ns_1.b.example    | at least two labels of letters, digits and hyphens, such |
        | CNAME | a b.other.example | at least two labels of letters, digits, hyphens and _    |
        | CNAME | 7                 | points to a name of at least two labels                  |
