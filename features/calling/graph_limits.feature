@graphql
Feature: How much may be asked of the graph

  One request to the graph can ask for a lot. What it may bring back is counted
  before anything is looked up, and the answer tells what it cost.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: What may come back is counted by the sizes asked for

    Scenario: A dashboard
      When Ama opens her dashboard
      Then nothing on the page is refused

    Scenario Outline: <domains> domains with <records> records each, written <how>
      When Ama asks for <domains> domains with <records> records each, written <how>
      Then the request is <answer>

      Examples:
        | domains | records | how               | answer                       |
        | 40      | 100     | plainly           | accepted                     |
        | 1000    | 100     | plainly           | refused as "invalid_request" |
        | 40      | 100     | by variables      | accepted                     |
        | 1000    | 100     | by variables      | refused as "invalid_request" |
        | 1000    | 100     | by usual values   | refused as "invalid_request" |
        | 1000    | 100     | in fragments      | refused as "invalid_request" |
        | 1000    | 100     | from the end      | refused as "invalid_request" |

    Scenario: The refusal tells what to do
      When Ama asks for 1000 domains with 100 records each, written plainly
      Then the request is refused as "invalid_request"
      And the refusal says "`first`"
      And the refusal says "102002 records"
      And the refusal says "account.domains.nodes.dnsRecords.nodes"
      And Ama's usage shows one request without an operation, rejected as "invalid_request"

  Rule: A list that leads on is short unless its length is said

    Scenario: With what hangs on each
      Given Ama owns 60 domains
      When Ama asks for her domains and what hangs on each, saying no number
      Then she is given 50 of them

    Scenario: Alone
      Given Ama owns 60 domains
      When Ama asks for her domains alone, saying no number
      Then she is given 61 of them

  Rule: A question has a size

    Scenario Outline: <size>
      When Ama asks the graph for <size>
      Then the request is <answer>

      Examples:
        | size            | answer                       |
        | 13 levels       | refused as "invalid_request" |
        | 100 fields      | accepted                     |
        | 101 fields      | refused as "invalid_request" |
        | 6000 things     | refused as "invalid_request" |
        | 65 KiB          | refused as "body_too_large"  |
        | 500 other names | accepted                     |
        | 501 other names | refused as "invalid_request" |
        | 100 conditions  | accepted                     |
        | 101 conditions  | refused as "invalid_request" |
        | 8 doublings     | accepted                     |
        | 13 doublings    | refused as "invalid_request" |
        | 200 doublings   | refused as "invalid_request" |

    Scenario: Several documents at once
      When Ama asks the graph with two documents in one request
      Then the request is refused as "invalid_request"

  Rule: The answer tells its cost, and what may still be asked

    Scenario: An account and ten domains
      When Ama asks for her account and 10 of her domains
      Then the answer tells that it cost 11 of 5000

    Scenario: The rate of the credential
      Given Ama's credential allows 3 requests a minute
      When Ama asks for her account and 10 of her domains
      Then the answer tells that 2 of 3 requests are left
      When Ama asks for her account and 10 of her domains
      Then the answer tells that 1 of 3 requests are left
