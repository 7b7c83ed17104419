@graphql
Feature: Questions that are known

  A program asks the same few questions again and again. It need not send them
  each time, and an operator may answer only those that are known.

  Background:
    Given Ama has an account

  Rule: A question that is known need not be sent again

    Scenario: By its hash alone, before and after
      When Ama asks by the hash of her question
      Then the request is refused as "PERSISTED_QUERY_NOT_FOUND"
      When Ama asks by her question and its hash
      Then she is told her name
      When Ama asks by the hash of her question
      Then she is told her name

    Scenario: Each is told what is theirs
      Given Kofi has an account
      When Ama asks by her question and its hash
      And Kofi asks by the hash of his question
      Then he is told his name

    Scenario Outline: A hash that is <wrong>
      When Ama asks by her question and a hash that is <wrong>
      Then the request is refused as "invalid_request"
      When Ama asks by the hash of her question
      Then the request is refused as "PERSISTED_QUERY_NOT_FOUND"

      Examples:
        | wrong                     |
        | that of another           |
        | too short                 |
        | missing                   |
        | of a version nobody knows |

  Rule: An operator may answer only the questions that are listed

    Scenario Outline: Listed <how>
      Given the operator answers only the question for one's name, listed <how>
      When Ama asks her question
      Then she is told her name
      When Ama asks her question with a space more
      Then the request is refused as "invalid_request"
      When Ama asks the graph for 1 fields
      Then the request is refused as "invalid_request"

      Examples:
        | how              |
        | by its hash      |
        | with its wording |

    Scenario: Its hash is enough where the operator gave the wording
      Given the operator answers only the question for one's name, listed with its wording
      When Ama asks by the hash of her question
      Then she is told her name

    Scenario: A list of nothing
      Given the operator answers no question
      When Ama asks her question
      Then the request is refused as "invalid_request"

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
