Feature: How often one may search

  The search is open to all, so one client must not use it up. Twenty searches
  in any minute are enough for a person and too few for a harvester.

  Background:
    Given a name under ".com" costs 11.99 USD

  Rule: A client may search twenty times in any 60 seconds

    Scenario: The twenty-first search
      When a visitor searches for "baobab.com" 20 times
      Then the search is answered
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

    Scenario: The window rolls, it does not start anew
      Given a visitor searched for "baobab.com" 10 times
      When 30 seconds pass
      And a visitor searches for "baobab.com" 10 times
      And 30 seconds pass
      And a visitor searches for "baobab.com" 10 times
      Then the search is answered
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

    Scenario: A refused search does not count
      Given a visitor searched for "baobab.com" 20 times
      When a visitor searches for "baobab.com" 5 times
      And 60 seconds pass
      And a visitor searches for "baobab.com" 20 times
      Then the search is answered

  Rule: A search for many names counts once

    Scenario: Twenty searches of twenty names
      When a visitor searches for 20 names 20 times
      Then the search is answered

  Rule: A search that says nothing useful counts too

    Scenario: Twenty searches without a name
      Given a visitor searched for "nonsense" 20 times
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

  Rule: Each client has an allowance of its own

    Scenario: Two visitors
      Given a visitor at "192.0.2.1" searched for "baobab.com" 20 times
      When a visitor at "192.0.2.2" searches for "baobab.com"
      Then the search is answered

    Scenario: Addresses of one IPv6 network are one client
      Given a visitor at "2001:db8:0:1::1" searched for "baobab.com" 20 times
      When a visitor at "2001:db8:0:1:ffff::2" searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

    Scenario: The next IPv6 network is another client
      Given a visitor at "2001:db8:0:1::1" searched for "baobab.com" 20 times
      When a visitor at "2001:db8:0:2::1" searches for "baobab.com"
      Then the search is answered
