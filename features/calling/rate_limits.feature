Feature: How often a credential may ask

  A program that runs wild must not slow others down. Each credential has its
  own limit in any 60 seconds, and is told when it may go on.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: A credential may make its number of requests in any 60 seconds

    Scenario: One too many
      Given Ama's credential allows 3 requests a minute
      When Ama looks up her account 3 times
      Then the request is accepted
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"

    Scenario: The window rolls, it does not start anew
      Given Ama's credential allows 2 requests a minute
      When Ama looks up her account
      And 40 seconds pass
      And Ama looks up her account
      And 19 seconds pass
      And Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"
      When 1 second passes
      And Ama looks up her account
      Then the request is accepted
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"

    Scenario: Unless said, six hundred
      When Ama looks up her account 600 times
      Then the request is accepted
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"

  Rule: Every request counts, whatever comes of it

    Scenario: Refused ones and changes
      Given Ama's credential allows 2 requests a minute
      When Ama hands "baobab.example" over to "ns1.other.example"
      And Ama turns auto-renew on for "baobab.example"
      And Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"

  Rule: Each credential has a limit of its own

    Scenario: Two credentials of one account
      Given Ama's credential has just made all the requests it may make
      And Ama has another credential
      When Ama looks up her account
      Then the request is accepted

  Rule: Every answer says how many requests are left

    @rest @graphql
    Scenario: As headers say it
      Given Ama's credential allows 3 requests a minute
      When Ama looks up her account
      Then the answer says that 2 of 3 requests are left
      When Ama looks up her account
      Then the answer says that 1 of 3 requests are left

    @rest
    Scenario: Refusals too
      Given Ama's credential carries only "domains:read" and allows 3 requests a minute
      When Ama looks up her account
      Then the request is refused as "insufficient_scope"
      And the answer says that 2 of 3 requests are left
      When Ama sends GET to "/v1/planets"
      Then the answer says that 1 of 3 requests are left

  Rule: A refused credential is told when it may go on

    @rest
    Scenario: As headers say it
      Given Ama's credential allows 1 request a minute
      When Ama looks up her account
      And 20 seconds pass
      And Ama looks up her account
      Then the answer says to come back in 40 seconds
      And the answer says that 0 of 1 requests are left

  Rule: The limit comes before the scope

    Scenario: A credential without the scope runs wild
      Given Ama's credential carries only "domains:read" and allows 1 request a minute
      When Ama looks up her account
      Then the request is refused as "insufficient_scope"
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"
