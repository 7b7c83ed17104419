Feature: How often one may search

  The search is open to all, so one client must not use it up. Twenty searches
  in any minute are enough for a person and too few for a harvester.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-allowance
  Rule: A client may search twenty times in any 60 seconds

    Scenario: Twenty searches
      When a visitor searches for "baobab.com" 20 times
      Then each of them is answered

    Scenario: The twenty-first search
      Given a visitor searched for "baobab.com" 20 times
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

    Scenario: The window rolls
      Given a visitor searched for "baobab.com" 10 times
      And 30 seconds passed
      And a visitor searched for "baobab.com" 10 times
      When 30 seconds pass
      And a visitor searches for "baobab.com" 10 times
      Then each of them is answered

    Scenario: The window does not start anew
      Given a visitor searched for "baobab.com" 10 times
      And 30 seconds passed
      And a visitor searched for "baobab.com" 10 times
      And 30 seconds passed
      And a visitor searched for "baobab.com" 10 times
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

    Scenario: A refused search does not count
      Given a visitor searched for "baobab.com" 25 times
      When 60 seconds pass
      And a visitor searches for "baobab.com" 20 times
      Then each of them is answered

  @search-once
  Rule: A search for many names counts once

    Scenario: Twenty searches of twenty names
      When a visitor searches for 20 names 20 times
      Then each of them is answered

  @search-counted
  Rule: A search that says nothing useful counts too

    Scenario: Twenty searches without a name
      Given a visitor searched for "nonsense" 20 times
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"
