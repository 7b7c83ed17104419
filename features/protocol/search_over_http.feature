@rest
Feature: The search over HTTP

  Old portals and new shops use the search, with two paths and several ways to
  name a domain. All of them keep working, and count together.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-paths
  Rule: Both paths and all ways to name a domain answer alike

    Scenario Outline: Asked <way>
      When a visitor searches for "baobab.com" <way>
      Then the answer is about "baobab.com" in this order

      Examples:
        | way                                        |
        | by the parameter "domain"                  |
        | by the parameter "domains"                 |
        | by the parameter "q"                       |
        | by the parameter "domain" on the fast path |
        | by a body with "domains"                   |
        | by a body with "domain"                    |
        | by a body with "domainName"                |
        | by a body with "q"                         |
        | by a body with "q" on the fast path        |

    Scenario: Parameters of all kinds, repeated
      When a visitor searches with the parameters "domain=a1.com, q=a2.com, domains=a3.com a4.com, domain=a5.com"
      Then the answer is about "a1.com, a2.com, a3.com, a4.com, a5.com" in this order

    Scenario: More than twenty parameters
      When a visitor searches with 25 parameters
      Then the answer counts 25 requested, 20 accepted and 0 unsupported

  @search-blanks
  Rule: One name may be asked for with blanks, and is then none

    Scenario Outline: With blanks, asked <way>
      When a visitor searches for "no spaces.com" <way>
      Then the search is refused as "invalid_domain"
      And the refusal names "no spaces.com"

      Examples:
        | way                       |
        | by the parameter "domain" |
        | by the parameter "q"      |
        | by a body with "domains"  |
        | by a body with "domain"   |
        | by a body with "q"        |

    Scenario: In a list, blanks stand between names
      When a visitor searches for "marula.com baobab.com" by the parameter "domains"
      Then the answer is about "marula.com, baobab.com" in this order
