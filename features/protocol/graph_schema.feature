@graphql
Feature: Who is told the schema of the graph

  The schema tells what can be asked. An operator may keep that to those who have it
  already.

  Background:
    Given Ama has an account

  @graph-introspection
  Rule: An operator may withhold the schema

    Scenario: Unless said, it is told
      When Ama asks for the schema openly
      Then the request is accepted

    Scenario Outline: Asked for <how>
      Given the operator withholds the schema
      When Ama asks for the schema <how>
      Then the request is refused as "invalid_request"

      Examples:
        | how                |
        | openly             |
        | in a fragment      |
        | under another name |
        | type by type       |

    Scenario: The kind of a record is no secret
      Given the operator withholds the schema
      When Ama asks her question and what kind of thing answers it
      Then she is told her name
