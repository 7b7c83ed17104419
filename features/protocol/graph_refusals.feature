@graphql
Feature: What the graph itself refuses

  A question that cannot be asked never reaches an operation. It is refused in
  the same words as everything else, and stands in the usage.

  Background:
    Given Ama owns the domain "baobab.example"

  @graph-unreadable @usage-none
  Rule: A question that cannot be read is refused and recorded without an operation

    Scenario Outline: A question with <flaw>
      When Ama asks the graph with <flaw>
      Then the request is refused as "invalid_request"
      And Ama's usage shows one request without an operation, rejected as "invalid_request"

      Examples:
        | flaw                           |
        | a document that does not parse |
        | an empty document              |
        | a field that there is not      |
        | an argument missing            |
        | an argument nobody knows       |
        | a text where a choice belongs  |
        | an unknown member of an input  |
        | a variable that was not sent   |

  @graph-refusal
  Rule: A refusal names its code and its request

    @safe
    Scenario: A field refused by the platform
      Given Kofi has an account
      When Kofi looks up "baobab.example"
      Then the request is refused as "domain_not_found"
      And the refusal carries the identity of its request

    Scenario: What is wrong is pointed to
      When Ama hands "baobab.example" over to "ns1.other.example, nonsense"
      Then the refusal points to "nameServers/1"
