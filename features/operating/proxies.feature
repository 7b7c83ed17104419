@rest
Feature: Where a request comes from, behind a proxy

  A platform stands behind the operator's proxy, which says in one header who
  asks. Nothing else is believed: else anyone could claim any address.

  Background:
    Given Ama has an account
    And Ama's credential may be used only from "192.0.2.0/24"

  @limit-proxies
  Rule: The proxy says where a request comes from

    Scenario Outline: The proxy adds <added> to <header>
      Given the platform stands behind a proxy that says in "<header>" who asks
      When Ama asks through the proxy, which adds "<added>"
      Then the request is <answer>

      Examples:
        | header          | added                             | answer                      |
        | X-Forwarded-For | 192.0.2.7                         | accepted                    |
        | X-Forwarded-For | 192.0.2.7:4711                    | accepted                    |
        | X-Forwarded-For | 203.0.113.9                       | refused as "ip_not_allowed" |
        | X-Forwarded-For | 2001:db8::7                       | refused as "ip_not_allowed" |
        | Forwarded       | for=192.0.2.7;proto=https         | accepted                    |
        | Forwarded       | for='[::ffff:192.0.2.7]:4711'     | accepted                    |
        | Forwarded       | proto=https;for='[2001:db8::7]:1' | refused as "ip_not_allowed" |

  @limit-claimed
  Rule: What a client writes itself is not believed

    Scenario Outline: <claim> in <claimed>, <how>
      Given the platform stands behind a proxy that says in "<header>" who asks
      When Ama asks with "<claim>" in "<claimed>", to which the proxy adds "<added>" <how>
      Then the request is refused as "ip_not_allowed"
      And the refusal says "203.0.113.9"

      Examples:
        | header          | claimed         | claim         | added           | how                  |
        | X-Forwarded-For | X-Forwarded-For | 192.0.2.7     | 203.0.113.9     | in the same line     |
        | X-Forwarded-For | X-Forwarded-For | 192.0.2.7     | 203.0.113.9     | in a line of its own |
        | X-Forwarded-For | X-Forwarded-For | unreadable    | 203.0.113.9     | in the same line     |
        | X-Forwarded-For | Forwarded       | for=192.0.2.7 | 203.0.113.9     | in a line of its own |
        | Forwarded       | X-Forwarded-For | 192.0.2.7     | for=203.0.113.9 | in a line of its own |
        | Forwarded       | Forwarded       | for=192.0.2.7 | for=203.0.113.9 | in the same line     |
        | Forwarded       | Forwarded       | for='         | for=203.0.113.9 | in the same line     |

    Scenario: An unreadable line beside another header
      Given the platform stands behind a proxy that says in "X-Forwarded-For" who asks
      When Ama asks with "unreadable" in "X-Forwarded-For" and "for=192.0.2.7" in "Forwarded", to which the proxy adds "203.0.113.9"
      Then the request is refused as "ip_not_allowed"
      And the refusal says "203.0.113.9"

    Scenario: Another address at each search
      Given the platform stands behind a proxy that says in "X-Forwarded-For" who asks
      When a visitor searches through the proxy 21 times, and claims another address each time
      Then the search is refused as "search_rate_limited"
