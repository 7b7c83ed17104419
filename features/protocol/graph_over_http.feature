@graphql
Feature: The graph over HTTP

  Any client of GraphQL works here. What it announces, what it takes and what
  status it is told follow the standard (GraphQL over HTTP).

  Background:
    Given Ama owns the domain "baobab.example"

  @graph-http
  Rule: The status says whether anything was answered, to whoever can read it

    Scenario Outline: <what>, for who takes "<taken>"
      When Ama asks for <what>, taking "<taken>"
      Then the answer has the status <status> and the type "<taken>; charset=utf-8"

      Examples:
        | what                 | taken                             | status |
        | her domains          | application/graphql-response+json | 200    |
        | her domains          | application/json                  | 200    |
        | a domain that is not | application/graphql-response+json | 200    |
        | a domain that is not | application/json                  | 200    |
        | a field that is not  | application/graphql-response+json | 400    |
        | a field that is not  | application/json                  | 200    |

    Scenario: For who takes neither
      When Ama asks for her domains, taking "text/csv"
      Then the answer has the status 406 and the type "application/json; charset=utf-8"

  @graph-http
  Rule: A question is announced as JSON

    Scenario Outline: Announced as "<type>"
      When Ama asks for her domains, announced as "<type>"
      Then the request is <outcome>

      Examples:
        | type                              | outcome                             |
        | application/json                  | accepted                            |
        | application/json; charset=utf-8   | accepted                            |
        | text/plain                        | refused as "unsupported_media_type" |
        | application/graphql               | refused as "unsupported_media_type" |
        | application/x-www-form-urlencoded | refused as "unsupported_media_type" |
