@rest
Feature: One form for every answer

  A program reads every answer with the same few lines. Whatever it asked for, and
  whatever went wrong, it finds the same members in the same place.

  @rest-envelope @rest-names
  Rule: An answer is data and its request; its members are written in one way

    Scenario: Of everything that can be looked at
      Given Ama owns something of everything
      When Ama looks at everything there is
      Then each answer is its data and the identity of its request, and nothing else
      And every member of the data is written in small letters and underscores

  @rest-errors
  Rule: A refusal has one form on every path

    Scenario Outline: Refused in one form: <method> <path>
      When somebody without a credential sends <method> to "<path>"
      Then the request is refused as "<code>"
      And the answer carries the identity of its request, in it and beside it

      Examples:
        | method   | path                                  | code               |
        | GET      | /nothing                              | not_found          |
        | GET      | /v1                                   | not_found          |
        | GET      | /v1/account/                          | not_found          |
        | GET      | //v1/account                          | not_found          |
        | GET      | /v1/%ff                               | not_found          |
        | POST     | /docs                                 | method_not_allowed |
        | DELETE   | /graphql                              | method_not_allowed |
        | PATCH    | /openapi.json                         | method_not_allowed |
        | PUT      | /health                               | method_not_allowed |
        | DELETE   | /livez                                | method_not_allowed |
        | POST     | /.well-known/oauth-protected-resource | method_not_allowed |
        | GARDENER | /v1/account                           | method_not_allowed |
