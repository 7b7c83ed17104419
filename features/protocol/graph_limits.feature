@graphql
Feature: How much may be asked of the graph

  One request to the graph can ask for a lot. What it may bring back is counted
  before anything is looked up, and the answer tells what it cost.

  Background:
    Given Ama owns the domain "baobab.example"

  @graph-cost
  Rule: What may come back is counted by the sizes asked for

    @safe
    Scenario: A dashboard
      When Ama opens her dashboard
      Then nothing on the page is refused

    @safe
    Scenario Outline: <domains> domains with <records> records each, written <how>
      When Ama asks for <domains> domains with <records> records each, written <how>
      Then the request is <answer>

      Examples:
        | domains | records | how             | answer                       |
        | 40      | 100     | plainly         | accepted                     |
        | 1000    | 100     | plainly         | refused as "invalid_request" |
        | 40      | 100     | by variables    | accepted                     |
        | 1000    | 100     | by variables    | refused as "invalid_request" |
        | 1000    | 100     | by usual values | refused as "invalid_request" |
        | 1000    | 100     | in fragments    | refused as "invalid_request" |
        | 1000    | 100     | from the end    | refused as "invalid_request" |

    Scenario: The refusal tells what to do
      When Ama asks for 1000 domains with 100 records each, written plainly
      Then the request is refused as "invalid_request"
      And the refusal says "`first`"
      And the refusal says "102002 records"
      And the refusal says "account.domains.nodes.dnsRecords.nodes"
      And Ama's usage shows one request without an operation, rejected as "invalid_request"

  @graph-short-lists
  Rule: A list that leads on is short unless its length is said

    Scenario: With what hangs on each
      Given Ama owns 60 domains
      When Ama asks for her domains and what hangs on each, saying no number
      Then she is given 50 of them

    Scenario: Alone
      Given Ama owns 60 domains
      When Ama asks for her domains alone, saying no number
      Then she is given 61 of them
