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
      And the answer names one invalid domain

      Examples:
        | written         |
        | nonsense        |
        | -baobab.com     |
        | bao_bab.com     |
        | www.baobab.com  |
        | a.b.co.uk       |
        | bao..bab.com    |
        | x!.com          |

  Rule: The same name twice is answered once

    Scenario: Written in two ways
      When a visitor searches for "baobab.com, BAOBAB.COM"
      Then the answer is about "baobab.com" in this order
      And the answer counts 2 requested, 1 accepted and 0 unsupported

  Rule: A search needs one name that can be registered

    Scenario Outline: Only "<written>"
      When a visitor searches for "<written>"
      Then the search is refused as "invalid_domain"

      Examples:
        | written             |
        | nonsense            |
        | nonsense, -x.com    |
        | www.baobab.com      |

    Scenario: A name of 64 letters
      When a visitor searches for a name of 64 letters under ".com"
      Then the search is refused as "invalid_domain"

    Scenario: A name of 63 letters
      When a visitor searches for a name of 63 letters under ".com"
      Then the search is answered
