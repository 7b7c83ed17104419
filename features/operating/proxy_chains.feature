@rest
Feature: Chains of proxies

  A request may pass several proxies of the operator's. What the first of them saw
  is the client's address; what stands before that, anybody may have written.

  Background:
    Given Ama has an account
    And Ama's credential may be used only from "192.0.2.0/24, 2001:db8:7::/48"

  @limit-proxies
  Rule: The address is the last one that no trusted proxy has

    Scenario Outline: A line of hops, <header>: <line>
      Given the platform trusts the proxies "10.0.0.0/8, 2001:db8:ff::/48", which say in "<header>" who asks
      When Ama asks through the proxy, which adds "<line>"
      Then the request is <answer>

      Examples:
        | header          | line                                               | answer                      |
        | X-Forwarded-For | 192.0.2.7, 10.0.0.9                                | accepted                    |
        | X-Forwarded-For | 192.0.2.7, 2001:db8:ff::9, 10.0.0.9                | accepted                    |
        | X-Forwarded-For | 2001:db8:7::7, 10.0.0.9                            | accepted                    |
        | X-Forwarded-For | 192.0.2.7, 203.0.113.9, 10.0.0.9                   | refused as "ip_not_allowed" |
        | X-Forwarded-For | 192.0.2.7, nobody, 10.0.0.9                        | refused as "ip_not_allowed" |
        | Forwarded       | for=192.0.2.7;by=10.0.0.8, for=10.0.0.9            | accepted                    |
        | Forwarded       | for='[2001:db8:7::7]:4711', for='[2001:db8:ff::9]' | accepted                    |
        | Forwarded       | for=192.0.2.7, for=203.0.113.9, for=10.0.0.9       | refused as "ip_not_allowed" |
        | Forwarded       | for=192.0.2.7, for=_hidden, for=10.0.0.9           | refused as "ip_not_allowed" |

  @limit-proxies @usage-caller
  Rule: The usage shows the address of the client

    Scenario: Behind two proxies
      Given the platform trusts the proxies "10.0.0.0/8", which say in "X-Forwarded-For" who asks
      When Ama asks through the proxy, which adds "192.0.2.7, 10.0.0.9"
      Then the newest entry of Ama's usage comes from "192.0.2.7"

  @limit-claimed
  Rule: Who is no proxy is not believed

    Scenario: A client that asks by itself
      Given the platform trusts the proxies "10.0.0.0/8", which say in "X-Forwarded-For" who asks
      When Ama asks from "203.0.113.9", and claims to be at "192.0.2.7"
      Then the request is refused as "ip_not_allowed"
      And the refusal says "203.0.113.9"

  @search-client
  Rule: Behind a proxy too, addresses of one IPv6 network are one client

    Scenario Outline: The twenty-first search, from "<address>"
      Given the platform trusts the proxies "10.0.0.0/8", which say in "X-Forwarded-For" who asks
      And a visitor at "2001:db8:0:1::1" searched through the proxy 20 times
      When a visitor at "<address>" searches through the proxy 1 times
      Then the search is <answer>

      Examples:
        | address              | answer                           |
        | 2001:db8:0:1:ffff::2 | refused as "search_rate_limited" |
        | 2001:db8:0:2::1      | not refused for the allowance    |
