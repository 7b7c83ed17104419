Feature: Limits while Redis is away

  Processes that serve together count together in a Redis. When it is away, each
  counts for itself: nobody is refused for it, and nobody gets in without end.

  Background:
    Given the platform counts requests in a Redis that is away
    And Ama has an account

  @limit-redis-away
  Rule: Requests are served, within the limit of the process

    Scenario: Within her limit
      Given Ama's credential allows 3 requests a minute
      When Ama looks up her account 3 times
      Then the request is accepted

    Scenario: One too many
      Given Ama's credential allows 3 requests a minute
      When Ama looks up her account 4 times
      Then the request is refused as "rate_limit_exceeded"
      And the refusal says when to come back

    Scenario: The window goes on rolling
      Given Ama's credential has just made all the requests it may make
      When 1 minute passes
      And Ama looks up her account
      Then the request is accepted

  @limit-redis-away
  Rule: Searches are counted as well

    Scenario: Twenty searches
      Given a name under ".com" costs 11.99 USD
      When a visitor searches for "baobab.com" 20 times
      Then each of them is answered

    Scenario: The twenty-first
      Given a name under ".com" costs 11.99 USD
      And a visitor searched for "baobab.com" 20 times
      When a visitor searches for "baobab.com"
      Then the search is refused as "search_rate_limited"

  @ops-degraded
  Rule: The health names it

    @rest
    Scenario: Away
      When the operator asks the platform of the scenario for "/health"
      Then the answer is 200, with the status "degraded" and the version "v1"
      And it names "redis" as "unavailable"
      And it names "database" as "ok"
