Feature: One allowance for all ways to search

  A page may search by REST and a dashboard by the graph. Who searches both ways
  has no more searches for it, and a search for many names is one search.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-shared @rest
  Rule: Searches by REST count for the graph

    Scenario Outline: Twenty <way>, and one by the graph
      Given a visitor searched for "baobab.com" <way> 20 times
      And she changed over to the graph
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

      Examples:
        | way                                        |
        | by the parameter "domain"                  |
        | by the parameter "domain" on the fast path |
        | by a body with "q"                         |
        | by a body with "q" on the fast path        |

  @search-shared @graphql
  Rule: Searches by the graph count for REST

    Scenario: Nineteen by the graph, and one by REST
      Given a visitor searched for "baobab.com" 19 times
      And she changed over to REST
      When a visitor searches for "baobab.com"
      Then the search is answered

    Scenario: Twenty by the graph, and one by REST
      Given a visitor searched for "baobab.com" 20 times
      And she changed over to REST
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

  @search-once @graphql
  Rule: A search for many names counts once, whichever way

    Scenario: Nineteen for twenty names by the graph, then one by REST
      Given a visitor searched for 20 names 19 times
      And she changed over to REST
      When a visitor searches for 20 names 1 times
      Then the search is answered

    Scenario: Twenty for twenty names by the graph, then one by REST
      Given a visitor searched for 20 names 20 times
      And she changed over to REST
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"
