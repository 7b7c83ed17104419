@rest
Feature: Bodies of searches

  A body has one shape and nothing else. What was wrong with it is said in the form that
  old portals know.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-shapes
  Rule: A body has one shape and nothing else

    Scenario Outline: A body with <what>
      When a visitor searches with a body with <what>
      Then the search is refused as "invalid_request"

      Examples:
        | what                |
        | two shapes          |
        | an unknown member   |
        | no name             |
        | an empty list       |
        | 21 names            |
        | the same name twice |
        | a number for a name |
        | a list at the top   |

  @search-flat @rest-cors-others
  Rule: A refusal is flat, and any web page may read the answer

    Scenario: Nothing to search for
      When a visitor searches with the parameters ""
      Then the search is refused as "invalid_domain"
      And the refusal is written in the flat form
      And the answer says that 19 of 20 searches are left

    Scenario: Another method
      When a visitor uses the method DELETE on the search
      Then the refusal is written in the flat form

    Scenario: A body that is not JSON
      When a visitor sends the search a body that is not JSON
      Then the refusal is written in the flat form

    Scenario: From a web page
      When a visitor searches for "baobab.com" from a web page
      Then the web page may read the answer
