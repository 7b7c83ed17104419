@rest
Feature: Bodies of requests

  A body that is not exactly what was asked for is refused, never guessed at: a
  misspelt member that is ignored is a change that did not happen.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-json @rest-unknown @rest-size @rest-type @rest-empty
  Rule: A body is one JSON object, and nothing but that

    Scenario Outline: A body that <flaw>
      When Ama turns auto-renew on for "baobab.example" with a body that <flaw>
      Then the request is refused as "<code>"
      And auto-renew is off for "baobab.example"
      And Ama's usage shows one "setDomainAutoRenew", rejected as "<code>"

      Examples:
        | flaw                       | code                   |
        | is no JSON                 | invalid_json           |
        | ends too early             | invalid_json           |
        | goes on after its end      | invalid_json           |
        | says a thing twice         | invalid_json           |
        | is not in UTF-8            | invalid_json           |
        | is nested 33 deep          | invalid_json           |
        | says a thing nobody knows  | invalid_request        |
        | says too little            | invalid_request        |
        | is absent                  | invalid_request        |
        | says a text for a choice   | invalid_request        |
        | repeats the path           | invalid_request        |
        | is larger than 64 KiB      | body_too_large         |
        | is announced as plain text | unsupported_media_type |
        | is announced as a form     | unsupported_media_type |
        | is a list                  | invalid_request        |

    Scenario: The announcement may name the characters
      When Ama turns auto-renew on for "baobab.example" with a body that is announced with its characters
      Then the request is accepted
