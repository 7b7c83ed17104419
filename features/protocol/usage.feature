Feature: What an entry of usage says of the wire

  Whoever looks for a request finds it by what was sent: by which interface, with
  which method, on which route. Identities are left out of it.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest @usage-route
  Rule: The usage shows routes without identities

    Scenario: A look-up over REST
      When Ama looks up "baobab.example"
      Then the newest entry of Ama's usage shows GET on "/v1/domains/{domainId}", answered well

    Scenario: A refused change
      When Ama hands "baobab.example" over to "ns1.other.example"
      Then the newest entry of Ama's usage shows PUT on "/v1/domains/{domainId}/nameservers", answered as refused

  @graphql @graph-usage
  Rule: The usage shows that it was the graph

    Scenario: A look-up through the graph
      When Ama looks up "baobab.example"
      Then the newest entry of Ama's usage came through the graph

  @graphql @usage-none
  Rule: A question that is not even read leaves an entry without an operation

    Scenario Outline: A question that is not even read because of <cause>
      Given Ama's <state>
      When Ama turns auto-renew on for "baobab.example"
      Then the request is refused as "<code>"
      And Ama's usage, seen with another credential, shows one request without an operation, rejected as "<code>"

      Examples:
        | cause     | state                                                 | code                |
        | its limit | credential has just made all the requests it may make | rate_limit_exceeded |
        | its age   | credential expired an hour ago                        | credential_expired  |
        | its end   | credential was revoked                                | credential_revoked  |
