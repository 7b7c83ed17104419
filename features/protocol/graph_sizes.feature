@graphql
Feature: How large a question may be

  A question has a size, whatever it brings back. The answer tells what it cost, so
  that a program can plan.

  Background:
    Given Ama owns the domain "baobab.example"

  @graph-limits
  Rule: A question has a size

    @safe
    Scenario Outline: A question of <size>
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

    @safe
    Scenario: Several documents at once
      When Ama asks the graph with two documents in one request
      Then the request is refused as "invalid_request"

  @graph-cost-told
  Rule: The answer tells its cost, and what may still be asked

    @safe
    Scenario: An account and ten domains
      When Ama asks for her account and 10 of her domains
      Then the answer tells that it cost 11 of 5000

    Scenario Outline: The rate of the credential, after <count> requests
      Given Ama's credential allows 3 requests a minute
      And Ama has looked up her account <before> times
      When Ama asks for her account and 10 of her domains
      Then the answer tells that <left> of 3 requests are left

      Examples:
        | count | before | left |
        | 1     | 0      | 2    |
        | 2     | 1      | 1    |
