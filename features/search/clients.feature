Feature: Who is one client of the search

  Twenty searches a minute are for one client. In IPv6, a client has a whole network
  to itself, and is one client all the same.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-client
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
