Feature: Names that cannot be registered

  What nobody can register is named, so that the visitor sees the slip.

  Background:
    Given a name under ".com" costs 11.99 USD
    And a name under ".co.uk" costs 7 USD

  @search-invalid @search-lengths
  Rule: What cannot be registered is named as invalid

    Scenario Outline: "<written>" among others
      When a visitor searches for "baobab.com, <written>"
      Then the answer is about "baobab.com" in this order
      And the answer names "<written>" as invalid

      Examples:
        | written        |
        | ab             |
        | nonsense       |
        | -baobab.com    |
        | bao_bab.com    |
        | www.baobab.com |
        | a.b.co.uk      |
        | bao..bab.com   |
        | x!.com         |

    Scenario: A name of 254 letters among others
      When a visitor searches for "baobab.com" and a name of 254 letters
      Then the answer is about "baobab.com" in this order
      And the answer names those 254 letters as invalid

  @search-none @search-lengths
  Rule: A search needs one name that can be registered

    Scenario Outline: Only "<written>"
      When a visitor searches for "<written>"
      Then the search is refused as "invalid_domain"
      And the refusal names "<written>"

      Examples:
        | written          |
        | ab               |
        | nonsense         |
        | nonsense, -x.com |
        | www.baobab.com   |

    Scenario: A name of 64 letters
      When a visitor searches for a name of 64 letters under ".com"
      Then the search is refused as "invalid_domain"

    Scenario: A name of 63 letters
      When a visitor searches for a name of 63 letters under ".com"
      Then the search is answered
