@rest
Feature: The form of a refusal

  A program reads every refusal by the same few lines. So why there is nothing,
  and where a request is wrong, always stands in the same place.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-envelope
  Rule: A refusal is a code, a message and the identity of its request

    Scenario: What there is not
      When Ama looks up a domain that never was
      Then the answer holds "error" and nothing else
      And its error holds "code, message, request_id" and nothing else

  @rest-envelope @rest-details
  Rule: Where something that was sent is wrong, it says what and where

    Scenario: Too few nameservers
      When Ama hands "baobab.example" over to "ns1.other.example"
      Then its error holds "code, message, request_id, details" and nothing else
      And each detail holds "pointer, rule, message" and nothing else

  @rest-names
  Rule: Members of a request are written in camelCase

    Scenario Outline: A body that says "<member>"
      When Ama hands "baobab.example" over in a body that says "<member>"
      Then the request is <outcome>

      Examples:
        | member       | outcome                      |
        | nameServers  | accepted                     |
        | name_servers | refused as "invalid_request" |
        | NameServers  | refused as "invalid_request" |
