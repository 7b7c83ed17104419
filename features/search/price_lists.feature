Feature: What a name costs, in all

  The first year is often the cheapest. So the answer tells the whole price of a
  suffix: what comes later, for how many years, and what the registry asks for.

  @search-price-list
  Rule: A price tells what each step costs, and for how many years

    Scenario: A suffix on offer
      Given a name under ".shop" has the price
        | registration price usd | 1.99    |
        | renewal price usd      | 34.5    |
        | transfer price usd     | 30      |
        | restore price usd      | 99      |
        | popular                | no      |
        | is promo               | yes     |
        | min years              | 1       |
        | max years              | 5       |
        | registration periods   | 1, 2, 5 |
        | renewal periods        | 1, 2    |
        | transfer periods       | 1       |
        | supports privacy       | no      |
      When a visitor searches for "baobab.shop"
      Then the price of its suffix tells
        | tld                    | .shop   |
        | registration price usd | 1.99    |
        | renewal price usd      | 34.5    |
        | transfer price usd     | 30      |
        | restore price usd      | 99      |
        | popular                | no      |
        | is promo               | yes     |
        | min years              | 1       |
        | max years              | 5       |
        | registration periods   | 1, 2, 5 |
        | renewal periods        | 1, 2    |
        | transfer periods       | 1       |
        | supports privacy       | no      |

  @search-price-list
  Rule: A price tells what the registry wants to know

    Scenario: A registry for those of a country
      Given a name under ".us" costs 9.5 USD
      And the registry of ".us" must be told "nexus_category", one of "C11, C12"
      When a visitor searches for "baobab.us"
      Then the registry must be told "nexus_category", one of "C11, C12"
