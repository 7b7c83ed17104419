Feature: Searching for a free name

  Anyone may ask whether a name is free and what it costs, without an account.
  It is the first thing a visitor does, so it answers plainly and at once.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-free @search-open @search-source
  Rule: A name is free or taken

    Scenario: A free name
      When a visitor searches for "baobab.com"
      Then "baobab.com" is free
      And it was a search for one

    Scenario: A taken name
      Given "baobab.com" is taken
      When a visitor searches for "baobab.com"
      Then "baobab.com" is taken

    Scenario: The answer says where it comes from
      When a visitor searches for "baobab.com"
      Then the answer comes from the registrar for trying out

  @search-many @search-order
  Rule: Many names are one search

    Scenario: Three names, answered in the order in which they were asked
      Given "marula.com" is taken
      When a visitor searches for "baobab.com, marula.com, acacia.com"
      Then the answer is about "baobab.com, marula.com, acacia.com" in this order
      And "baobab.com" is free
      And "marula.com" is taken
      And it was a search for many

    @rest
    Scenario: Of more than twenty names, twenty are answered
      When a visitor searches for 21 names 1 times
      Then the answer counts 21 requested, 20 accepted and 0 unsupported
