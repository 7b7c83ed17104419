Feature: Types of records on the wire

  REST takes the type of a record as a word, and says what it thinks of it. The
  graph offers the types as choices, and takes nothing else.

  Background:
    Given Ama owns the domain "baobab.example"

  @graphql @dns-types
  Rule: A type that is no choice of the graph cannot be asked for

    Scenario Outline: <type> is none of the choices that the graph offers
      When Ama adds to "baobab.example" the record
        | name | type   | content     |
        | @    | <type> | v=spf1 -all |
      Then the request is refused as "invalid_request"

      Examples:
        | type     |
        | SOA      |
        | SPF      |
        | NONSENSE |

  @dns-managed
  Rule: A record does not become of a type that is not the customer's

    Background:
      Given "baobab.example" has the A record "www" with "192.0.2.1"

    @direct @rest
    Scenario: By a word
      When Ama changes the A record "www" of "baobab.example" as follows
        | type |
        | SOA  |
      Then the request is refused as "invalid_dns_type"
      And the A record "www" of "baobab.example" is "active"

    @graphql
    Scenario: By what is no choice
      When Ama changes the A record "www" of "baobab.example" as follows
        | type |
        | SOA  |
      Then the request is refused as "invalid_request"
      And the A record "www" of "baobab.example" is "active"
