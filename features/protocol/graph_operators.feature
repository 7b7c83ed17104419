@graphql
Feature: What an operator lets be asked of the graph

  An operator whose own frontend is the only one may answer its questions alone.

  Background:
    Given Ama has an account

  @graph-safelist
  Rule: An operator may answer only the questions that are listed

    Scenario Outline: A question that is listed <how>
      Given the operator answers only the question for one's name, listed <how>
      When Ama asks her question
      Then she is told her name

      Examples:
        | how              |
        | by its hash      |
        | with its wording |

    Scenario Outline: Only the question that is listed <how>, and Ama <acts>
      Given the operator answers only the question for one's name, listed <how>
      When Ama <acts>
      Then the request is refused as "invalid_request"

      Examples:
        | how              | acts                                |
        | by its hash      | asks her question with a space more |
        | with its wording | asks her question with a space more |
        | by its hash      | asks the graph for 1 fields         |
        | with its wording | asks the graph for 1 fields         |

    Scenario: Its hash is enough where the operator gave the wording
      Given the operator answers only the question for one's name, listed with its wording
      When Ama asks by the hash of her question
      Then she is told her name

    Scenario: A list of nothing
      Given the operator answers no question
      When Ama asks her question
      Then the request is refused as "invalid_request"
