@rest
Feature: What proxies write between quotes

  In the header "Forwarded" a proxy may put words in quotes, with commas and further
  quotes in them. They are words, and nobody's address.

  Background:
    Given Ama has an account
    And Ama's credential may be used only from "192.0.2.0/24"
    And the platform stands behind a proxy that says in "Forwarded" who asks

  @limit-proxies
  Rule: What stands between quotes is no address

    Scenario Outline: A proxy that adds <added>
      When Ama asks through the proxy, which adds "<added>"
      Then the request is accepted

      Examples:
        | added                                              |
        | for='192.0.2.7'                                    |
        | for=192.0.2.7;secret='a, for=203.0.113.9'          |
        | for=192.0.2.7;secret='a;for=203.0.113.9'           |
        | for=192.0.2.7;secret='a\\', for=203.0.113.9, \\'b' |
        | for=192.0.2.7;secret='a\\\\', for=10.0.0.1         |

    Scenario Outline: One from elsewhere that adds <added>
      When Ama asks through the proxy, which adds "<added>"
      Then the request is refused as "ip_not_allowed"
      And the refusal says "<seen>"

      Examples:
        | added                                              | seen        |
        | for=203.0.113.9;secret='a, for=192.0.2.7'          | 203.0.113.9 |
        | for=203.0.113.9;secret='a\\', for=192.0.2.7, \\'b' | 203.0.113.9 |
        | for=192.0.2.7;for=192.0.2.7                        | 10.0.0.1    |
        | for='192.0.2.7                                     | 10.0.0.1    |

  @limit-proxies
  Rule: Proxies may be named by a network of IPv4 addresses that is written as IPv6

    Scenario: One of them
      Given the platform trusts the proxies "::ffff:10.0.0.0/104", which say in "Forwarded" who asks
      When Ama asks through the proxy, which adds "for=192.0.2.7, for=10.0.0.9"
      Then the request is accepted
