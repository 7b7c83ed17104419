@graphql
Feature: Questions that are known

  A program asks the same few questions again and again. It need not send them
  each time.

  Background:
    Given Ama has an account

  @graph-known
  Rule: A question that is known need not be sent again

    Scenario: By its hash alone, before it is known
      When Ama asks by the hash of her question
      Then the request is refused as "PERSISTED_QUERY_NOT_FOUND"

    Scenario: By itself and its hash
      When Ama asks by her question and its hash
      Then she is told her name

    Scenario: By its hash alone, once it is known
      Given Ama has asked by her question and its hash
      When Ama asks by the hash of her question
      Then she is told her name

    Scenario: Each is told what is theirs
      Given Kofi has an account
      And Ama has asked by her question and its hash
      When Kofi asks by the hash of his question
      Then he is told his name

    Scenario Outline: A hash that is <wrong>
      When Ama asks by her question and a hash that is <wrong>
      Then the request is refused as "invalid_request"

      Examples:
        | wrong                     |
        | that of another           |
        | too short                 |
        | missing                   |
        | of a version nobody knows |

    Scenario: A wrong hash makes nothing known
      Given Ama has asked by her question and a hash that is that of another
      When Ama asks by the hash of her question
      Then the request is refused as "PERSISTED_QUERY_NOT_FOUND"
