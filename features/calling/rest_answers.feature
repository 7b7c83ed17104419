@rest
Feature: What stands around an answer

  Programs trace requests, follow pages, and ask again for what they have. So
  every answer says which request it is, and a replay is the very same again.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: Every answer carries the identity of its request

    Scenario: A success
      When Ama looks up her account
      Then the answer carries the identity of its request, in it and beside it

    Scenario: A refusal
      When Ama sends GET to "/v1/planets"
      Then the answer carries the identity of its request, in it and beside it

    Scenario: Each request has its own
      When Ama looks up her account
      And Ama looks up her account
      Then the answer carries another identity than the one before

    Scenario: The activity knows it by the same identity
      When Ama looks up her account
      Then the newest entry of Ama's usage is about this request

  Rule: A replay is the first answer, byte for byte

    Scenario: Auto-renew
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And 1 hour passes
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one, byte for byte
      And the answer says that it is a replay
      And beside it stands the identity of the new request

    Scenario: The first answer is none
      When Ama turns auto-renew on for "baobab.example"
      Then the answer does not say that it is a replay

  Rule: A look-up that is known is not sent again

    Scenario: Nothing changed
      When Ama looks up "baobab.example"
      Then the answer is for one customer alone, and is to be asked for again each time
      When Ama looks up "baobab.example" again, knowing the answer
      Then the answer is only that nothing changed
      And Ama's usage shows 2 entries of "domain"

    Scenario: Something changed
      When Ama looks up "baobab.example"
      And Ama turns auto-renew on for "baobab.example"
      And Ama looks up "baobab.example" again, knowing the answer
      Then the answer is whole, and of another version

    Scenario: Who may not look learns nothing of it
      When Ama looks up "baobab.example"
      And Ama's credential carries only "account:read"
      And Ama looks up "baobab.example" again, knowing the answer
      Then the request is refused as "insufficient_scope"

    Scenario: It counts like any request
      Given Ama's credential allows 1 request a minute
      When Ama looks up "baobab.example"
      And Ama looks up "baobab.example" again, knowing the answer
      Then the request is refused as "rate_limit_exceeded"

  Rule: What was changed, refused, or opens something is kept by nobody

    Scenario: A change
      When Ama turns auto-renew on for "baobab.example"
      Then the answer may not be kept

    Scenario: A refusal
      When Ama sends GET to "/v1/planets"
      Then the answer may not be kept

  Rule: Accepted work says where to read how it goes

    Scenario: Nameservers
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then the answer leads to "baobab.example"

    Scenario: A replay leads there too
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "move-2031"
      And Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "move-2031"
      Then the answer says that it is a replay
      And the answer leads to "baobab.example"

    Scenario: What is done at once leads nowhere
      When Ama turns auto-renew on for "baobab.example"
      Then the answer leads nowhere

  Rule: A page names the next one

    Scenario: A list of which more remains
      Given Ama owns 3 domains more
      When Ama sends GET to "/v1/domains?limit=2"
      Then the answer links to the next page

    Scenario: The last page
      When Ama sends GET to "/v1/domains?limit=2"
      Then the answer links to no page

  Rule: The activity shows routes without identities

    Scenario: A look-up
      When Ama looks up "baobab.example"
      Then the newest entry of Ama's usage shows GET on "/v1/domains/{domainId}", answered well

    Scenario: A refused change
      When Ama hands "baobab.example" over to "ns1.other.example"
      Then the newest entry of Ama's usage shows PUT on "/v1/domains/{domainId}/nameservers", answered as refused
