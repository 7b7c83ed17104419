Feature: Searching for a free name

  Anyone may ask whether a name is free and what it costs, without an account.
  It is the first thing a visitor does, so it answers plainly and at once.

  Background:
    Given a name under ".com" costs 11.99 USD

  Rule: A name is free or taken

    Scenario: A free name
      When a visitor searches for "baobab.com"
      Then "baobab.com" is free

    Scenario: A taken name
      Given "baobab.com" is taken
      When a visitor searches for "baobab.com"
      Then "baobab.com" is taken

    Scenario: The answer says where it comes from
      When a visitor searches for "baobab.com"
      Then the answer comes from the registrar for trying out

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

  Rule: A suffix without a price is not sold here

    Scenario: A suffix that we do not sell
      When a visitor searches for "baobab.zz"
      Then "baobab.zz" is not sold here
      And the answer counts 1 requested, 1 accepted and 1 unsupported

  Rule: Many names are one search

    Scenario: Three names, answered in the order in which they were asked
      Given "marula.com" is taken
      When a visitor searches for "baobab.com, marula.com, acacia.com"
      Then the answer is about "baobab.com, marula.com, acacia.com" in this order
      And "baobab.com" is free
      And "marula.com" is taken
      And it was a search for many
