Feature: What a name costs

  A name is worth what its suffix costs, unless it is a premium one. What is not sold
  here says so.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-price @search-premium
  Rule: A name comes with the price of its suffix

    Scenario: A usual name
      When a visitor searches for "baobab.com"
      Then "baobab.com" costs 11.99 USD
      And "baobab.com" is no premium name

    Scenario: A premium name has its own price
      Given "gold.com" is a premium name at 2500 USD
      When a visitor searches for "gold.com"
      Then "gold.com" is a premium name at 2500 USD
      And its suffix costs 11.99 USD

    Scenario: The longest suffix with a price counts
      Given a name under ".uk" costs 9.5 USD
      And a name under ".co.uk" costs 7 USD
      When a visitor searches for "baobab.co.uk"
      Then "baobab.co.uk" costs 7 USD

  @search-unsupported @search-counts
  Rule: A suffix without a price is not sold here

    Scenario: A suffix that we do not sell
      When a visitor searches for "baobab.zz"
      Then "baobab.zz" is not sold here
      And the answer counts 1 requested, 1 accepted and 1 unsupported

  @search-price-fresh
  Rule: A price that the operator changes is shown within four seconds

    Scenario Outline: <seconds> seconds later
      Given a visitor searched for "baobab.com"
      And a name under ".com" costs 12.99 USD from now on
      When <seconds> seconds pass
      And a visitor searches for "acacia.com"
      Then "acacia.com" costs <price> USD

      Examples:
        | seconds | price |
        | 3       | 11.99 |
        | 4       | 12.99 |
