@rest
Feature: Bodies of requests

  A body that is not exactly what was asked for is refused, never guessed at: a
  misspelt member that is ignored is a change that did not happen.

  Background:
    Given Ama owns the domain "baobab.example"

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

    Scenario: A list instead of an object
      When Ama turns auto-renew on for "baobab.example" with a body that is a list
      Then the request is refused as one that cannot be read

    Scenario: The announcement may name the characters
      When Ama turns auto-renew on for "baobab.example" with a body that is announced with its characters
      Then the request is accepted

    Scenario: Nothing to say is the same as an empty object
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama removes the A record "www" from "baobab.example" with an empty object
      Then the request is accepted

  Rule: A refusal points to what is wrong

    Scenario: A member of the wrong kind
      When Ama turns auto-renew on for "baobab.example" with a body that says a text for a choice
      Then the refusal points to "enabled"

    Scenario: A list that is too short
      When Ama hands "baobab.example" over to "ns1.other.example"
      Then the refusal points to "nameServers"

  Rule: White space and the order of members do not matter to a retry

    Scenario: The same change, written differently
      When Ama hands "baobab.example" over, written in one way, with the key "moving-2031"
      And Ama hands "baobab.example" over, written in another way, with the key "moving-2031"
      Then the answer is the first one again

  Rule: A question is read as strictly as a body

    Scenario Outline: A list asked for with "<question>"
      When Ama sends GET to "/v1/domains?<question>"
      Then the request is refused as "invalid_request"

      Examples:
        | question        |
        | limit=many      |
        | limit=-1        |
        | colour=red      |
        | limit=1&limit=2 |

    Scenario Outline: What is wrong with "<question>" is said where it stands
      When Ama sends GET to "<path>?<question>"
      Then the refusal points to "<member>"
      And the refusal says "<words>"

      Examples:
        | path                                                  | question                                | member        | words                                    |
        | /v1/domains                                           | status=ACTIVE                           | status        | is not one of `pending`, `active`        |
        | /v1/account/api-usage                                 | status=ok                               | status        | is not `succeeded` or `rejected`         |
        | /v1/domains                                           | expiresBefore=2027-01-01                | expiresBefore | RFC 3339                                 |
        | /v1/domains                                           | expiresBefore=2027-01-01T00:00:00+01:00 | expiresBefore | in an address, + is written %2B          |
        | /v1/domains                                           | colour=red                              | colour        | is not one of `status`                   |
        | /v1/domains/019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b/dns  | colour=red                              | colour        | is not one of `type`                     |
        | /v1/account                                           | colour=red                              | colour        | nothing is expected here                 |

    Scenario: A moment east of Greenwich
      When Ama sends GET to "/v1/domains?expiresBefore=2027-01-01T00:00:00%2B01:00"
      Then the request is accepted
