@graphql
Feature: What the graph tells of others

  Whoever asks for what is not theirs, or is not there, must not learn which.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-ids
  Rule: An identity that is not one's own says nothing of others

    Scenario Outline: <which> domain
      Given Kofi owns the domain "marula.example"
      When Ama asks the graph for a domain that is <which>
      Then the request is refused as "domain_not_found"
      And the refusal says "no such domain"

      Examples:
        | which   |
        | unknown |
        | Kofi's  |

    Scenario: An identity of the wrong form is an argument of the wrong type
      When Ama asks the graph with an identity that is malformed
      Then the request is refused as "invalid_request"
      And the refusal points to "domainId"
      And Ama's usage shows one request without an operation, rejected as "invalid_request"
