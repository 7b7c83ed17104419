@rest
Feature: The search over HTTP

  Old portals and new shops use the search, with two paths and several ways to
  name a domain. All of them keep working, and count together.

  Background:
    Given a name under ".com" costs 11.99 USD

  Rule: Both paths and all ways to name a domain answer alike

    Scenario Outline: Asked <way>
      When a visitor searches for "baobab.com" <way>
      Then the answer is about "baobab.com" in this order

      Examples:
        | way                                     |
        | by the parameter "domain"               |
        | by the parameter "domains"              |
        | by the parameter "q"                    |
        | by the parameter "domain" on the fast path |
        | by a body with "domains"                |
        | by a body with "domain"                 |
        | by a body with "domainName"             |
        | by a body with "q"                      |
        | by a body with "q" on the fast path     |

    Scenario: Parameters of all kinds, repeated
      When a visitor searches with the parameters "domain=a1.com, q=a2.com, domains=a3.com a4.com, domain=a5.com"
      Then the answer is about "a1.com, a2.com, a3.com, a4.com, a5.com" in this order

    Scenario: More than twenty parameters
      When a visitor searches with 25 parameters
      Then the answer counts 25 requested, 20 accepted and 0 unsupported

  Rule: A body has one shape and nothing else

    Scenario Outline: A body with <what>
      When a visitor searches with a body with <what>
      Then the search is refused as "invalid_request"

      Examples:
        | what                     |
        | two shapes               |
        | an unknown member        |
        | no name                  |
        | an empty list            |
        | 21 names                 |
        | the same name twice      |
        | a number for a name      |
        | a list at the top        |

  Rule: One name may be asked for with blanks, and is then none

    Scenario Outline: Asked <way>
      When a visitor searches for "no spaces.com" <way>
      Then the search is refused as "invalid_domain"
      And the refusal names "no spaces.com"

      Examples:
        | way                     |
        | by the parameter "domain" |
        | by the parameter "q"    |
        | by a body with "domains" |
        | by a body with "domain" |
        | by a body with "q"      |

    Scenario: In a list, blanks stand between names
      When a visitor searches for "marula.com baobab.com" by the parameter "domains"
      Then the answer is about "marula.com, baobab.com" in this order

  Rule: All ways share one allowance, and each answer tells what is left

    Scenario: Two paths, two methods
      When a visitor searches for "baobab.com" by the parameter "domain" 10 times
      And a visitor searches for "baobab.com" by a body with "q" on the fast path 10 times
      Then the answer says that 0 of 20 searches are left
      When a visitor searches for "baobab.com" by the parameter "q"
      Then the search is refused as "search_rate_limited"
      And the answer says to come back in 60 seconds
      And the answer says that 0 of 20 searches are left

    Scenario: The first search
      When a visitor searches for "baobab.com" by the parameter "domain"
      Then the answer says that 19 of 20 searches are left

  Rule: A refusal is flat, and any web page may read the answer

    Scenario: Nothing to search for
      When a visitor searches with the parameters ""
      Then the search is refused as "invalid_domain"
      And the refusal is written in the flat form
      And the answer says that 19 of 20 searches are left

    Scenario: Another method
      When a visitor uses the method DELETE on the search
      Then the refusal is written in the flat form

    Scenario: A body that is not JSON
      When a visitor sends the search a body that is not JSON
      Then the refusal is written in the flat form

    Scenario: From a web page
      When a visitor searches for "baobab.com" from a web page
      Then the web page may read the answer
