Feature: How names may be written in a search

  Visitors paste what is in their address bar. We take what they clearly mean,
  and tell which names we could not read.

  Background:
    Given a name under ".com" costs 11.99 USD
    And a name under ".co.uk" costs 7 USD

  Rule: What is clearly meant is understood

    Scenario Outline: "<written>"
      When a visitor searches for "<written>"
      Then the answer is about "<meant>" in this order

      Examples:
        | written                  | meant                |
        | BAOBAB.com               | baobab.com           |
        | https://baobab.com       | baobab.com           |
        | http://baobab.com/a?b=c  | baobab.com           |
        | baobab.com/shop          | baobab.com           |
        | baobab.com.              | baobab.com           |
        | bücher.com               | xn--bcher-kva.com    |
        | straße.com               | xn--strae-oqa.com    |
        | baobab.co.uk             | baobab.co.uk         |

  Rule: What cannot be registered is named as invalid

    Scenario Outline: "<written>" among others
      When a visitor searches for "baobab.com, <written>"
      Then the answer is about "baobab.com" in this order
      And the answer names "<written>" as invalid

      Examples:
        | written         |
        | ab              |
        | nonsense        |
        | -baobab.com     |
        | bao_bab.com     |
        | www.baobab.com  |
        | a.b.co.uk       |
        | bao..bab.com    |
        | x!.com          |

    Scenario: A name of 254 letters among others
      When a visitor searches for "baobab.com" and a name of 254 letters
      Then the answer is about "baobab.com" in this order
      And the answer names one invalid domain

  Rule: The same name twice is answered once

    Scenario: Written in two ways
      When a visitor searches for "baobab.com, BAOBAB.COM"
      Then the answer is about "baobab.com" in this order
      And the answer counts 2 requested, 1 accepted and 0 unsupported

    @direct @graphql
    Scenario: The graph tells which question an answer belongs to
      When a visitor searches for "bücher.com, BÜCHER.com, baobab.com"
      Then "xn--bcher-kva.com" was asked for as "bücher.com, BÜCHER.com"
      And "baobab.com" was asked for as "baobab.com"

  Rule: A search needs one name that can be registered

    Scenario Outline: Only "<written>"
      When a visitor searches for "<written>"
      Then the search is refused as "invalid_domain"
      And the refusal names "<written>"

      Examples:
        | written             |
        | ab                  |
        | nonsense            |
        | nonsense, -x.com    |
        | www.baobab.com      |

    Scenario: A name of 64 letters
      When a visitor searches for a name of 64 letters under ".com"
      Then the search is refused as "invalid_domain"

    Scenario: A name of 63 letters
      When a visitor searches for a name of 63 letters under ".com"
      Then the search is answered
