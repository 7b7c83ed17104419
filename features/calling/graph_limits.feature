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
      And Ama's usage shows one request without an operation, rejected as "invalid_request"

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

  Rule: A question that is known need not be sent again

    Scenario: By its hash alone, before and after
      When Ama asks by the hash of her question
      Then the request is refused as "PERSISTED_QUERY_NOT_FOUND"
      When Ama asks by her question and its hash
      Then she is told her name
      When Ama asks by the hash of her question
      Then she is told her name

    Scenario: Each is told what is theirs
      Given Kofi has an account
      When Ama asks by her question and its hash
      And Kofi asks by the hash of his question
      Then he is told his name

    Scenario Outline: A hash that is <wrong>
      When Ama asks by her question and a hash that is <wrong>
      Then the request is refused as "invalid_request"
      When Ama asks by the hash of her question
      Then the request is refused as "PERSISTED_QUERY_NOT_FOUND"

      Examples:
        | wrong                     |
        | that of another           |
        | too short                 |
        | missing                   |
        | of a version nobody knows |

  Rule: Each change in a request has a key of its own

    Background:
      Given Ama owns the domain "acacia.example"

    Scenario: Two changes under two keys
      When Ama turns auto-renew on for "baobab.example" and for "acacia.example" in one request under two keys
      Then auto-renew is on for "baobab.example"
      And auto-renew is on for "acacia.example"

    Scenario: Two changes under one key
      When Ama turns auto-renew on for "baobab.example" and for "acacia.example" in one request under one key
      Then the second change is refused as "idempotency_key_conflict"
      And auto-renew is on for "baobab.example"
      And auto-renew is off for "acacia.example"

    Scenario: One change twice under one key
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" twice in one request under one key
      Then both changes have the same answer
      And "baobab.example" has 1 record

    Scenario: One change twice under two keys
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" twice in one request under two keys
      Then the second change is refused as "dns_record_exists"
      And "baobab.example" has 1 record

  Rule: An operator may answer only the questions that are listed

    Scenario Outline: Listed <how>
      Given the operator answers only the question for one's name, listed <how>
      When Ama asks her question
      Then she is told her name
      When Ama asks her question with a space more
      Then the request is refused as "invalid_request"
      When Ama asks the graph for 1 fields
      Then the request is refused as "invalid_request"

      Examples:
        | how              |
        | by its hash      |
        | with its wording |

    Scenario: Its hash is enough where the operator gave the wording
      Given the operator answers only the question for one's name, listed with its wording
      When Ama asks by the hash of her question
      Then she is told her name

    Scenario: A list of nothing
      Given the operator answers no question
      When Ama asks her question
      Then the request is refused as "invalid_request"

  Rule: An operator may withhold the schema

    Scenario: Unless said, it is told
      When Ama asks for the schema openly
      Then the request is accepted

    Scenario Outline: Asked for <how>
      Given the operator withholds the schema
      When Ama asks for the schema <how>
      Then the request is refused as "invalid_request"

      Examples:
        | how                |
        | openly             |
        | in a fragment      |
        | under another name |
        | type by type       |

    Scenario: The kind of a record is no secret
      Given the operator withholds the schema
      When Ama asks her question and what kind of thing answers it
      Then she is told her name
