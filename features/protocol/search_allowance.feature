@rest
Feature: The allowance of the search over HTTP

  However a client asks, its searches count together, and it is told what is left.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-shared @search-left
  Rule: All ways share one allowance, and each answer tells what is left

    Scenario: Two paths, two methods
      Given a visitor searched for "baobab.com" by the parameter "domain" 10 times
      When a visitor searches for "baobab.com" by a body with "q" on the fast path 10 times
      Then the answer says that 0 of 20 searches are left

    Scenario: None is left
      Given a visitor searched for "baobab.com" by the parameter "domain" 10 times
      And a visitor searched for "baobab.com" by a body with "q" on the fast path 10 times
      When a visitor searches for "baobab.com" by the parameter "q"
      Then the search is refused as "search_rate_limited"
      And the answer says to come back in 60 seconds
      And the answer says that 0 of 20 searches are left

    Scenario: The first search
      When a visitor searches for "baobab.com" by the parameter "domain"
      Then the answer says that 19 of 20 searches are left
