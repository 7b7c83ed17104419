Feature: Networks a credential may be used from

  A key that leaks is worth little where it works from one network only.
  Customers name their networks, in IPv4 and IPv6.

  @cred-networks @cred-networks-seen
  Rule: A credential works from its networks alone

    Scenario Outline: A credential for <networks>, used from <address>
      Given Ama has an account
      And Ama's credential may be used only from "<networks>"
      And Ama is at "<address>"
      When Ama looks up her account
      Then the request is <answer>

      Examples:
        | networks                    | address          | answer                      |
        | 192.0.2.0/24                | 192.0.2.7        | accepted                    |
        | 192.0.2.0/24                | 192.0.3.7        | refused as "ip_not_allowed" |
        | 192.0.2.7/32                | 192.0.2.8        | refused as "ip_not_allowed" |
        | 2001:db8::/32               | 2001:db8:7::1    | accepted                    |
        | 2001:db8::/32               | 2001:db9::1      | refused as "ip_not_allowed" |
        | 192.0.2.0/24                | 2001:db8::1      | refused as "ip_not_allowed" |
        | 192.0.2.0/24, 2001:db8::/32 | 192.0.2.7        | accepted                    |
        | 192.0.2.0/24, 2001:db8::/32 | 2001:db8::1      | accepted                    |
        | 192.0.2.0/24                | ::ffff:192.0.2.7 | accepted                    |
        | ::ffff:192.0.2.0/120        | 192.0.2.7        | accepted                    |
        | ::ffff:192.0.2.0/120        | 192.0.3.7        | refused as "ip_not_allowed" |
        | ::ffff:0:0/96               | 192.0.2.7        | accepted                    |
        | ::ffff:0:0/96               | 2001:db8::1      | refused as "ip_not_allowed" |

    Scenario: The refusal names the address that was seen
      Given Ama has an account
      And Ama's credential may be used only from "192.0.2.0/24"
      And Ama is at "203.0.113.9"
      When Ama looks up her account
      Then the refusal says "203.0.113.9"

  @cred-networks
  Rule: A credential without networks works from everywhere

    Scenario: From anywhere
      Given Ama has an account
      And Ama is at "2001:db8:ffff::1"
      When Ama looks up her account
      Then the request is accepted

  @rest-order
  Rule: The scope is looked at first

    Scenario: Neither the scope nor the address
      Given Ama has an account
      And Ama's credential carries only "domains:read", and works only from "192.0.2.0/24"
      And Ama is at "203.0.113.9"
      When Ama looks up her account
      Then the request is refused as "insufficient_scope"
