Feature: Searching again at once

  Visitors press the button twice, and write a name in several ways.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-cache
  Rule: An answer is remembered from the moment it was given

    Scenario: The name is registered between two clicks
      Given a visitor searched for "baobab.com"
      And "baobab.com" is registered by somebody
      When a visitor searches for "baobab.com"
      Then "baobab.com" is free

  @search-price-fresh
  Rule: So is the price list

    Scenario: The price is changed between two clicks
      Given a visitor searched for "baobab.com"
      And a name under ".com" costs 12.99 USD from now on
      When a visitor searches for "acacia.com"
      Then "acacia.com" costs 11.99 USD

  @search-asked-as @graphql
  Rule: Each way of writing is told once

    Scenario: With a blank before it
      When a visitor searches for "baobab.com,  baobab.com"
      Then "baobab.com" was asked for as "baobab.com"
