Feature: What counts against the limit of a credential

  Whatever comes of a request, it was work. So every request counts, against the one
  credential that it came with.

  Background:
    Given Ama owns the domain "baobab.example"

  @limit-counted
  Rule: Every request counts, whatever comes of it

    Scenario: Refused ones and changes
      Given Ama's credential allows 2 requests a minute
      And Ama handed "baobab.example" over to "ns1.other.example"
      And Ama turned auto-renew on for "baobab.example"
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"

  @limit-own
  Rule: Each credential has a limit of its own

    Scenario: Two credentials of one account
      Given Ama's credential has just made all the requests it may make
      And Ama has another credential
      When Ama looks up her account
      Then the request is accepted

  @limit-first
  Rule: The limit comes before the scope

    Scenario: A credential without the scope runs wild
      Given Ama's credential carries only "domains:read" and allows 1 request a minute
      And Ama was refused her account
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"
