@rest
Feature: The order in which a request over HTTP is checked

  A path is known before the caller is, and a body is read last: a stranger can
  make nobody read one, and a key is asked for before.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-order
  Rule: The path comes before the credential

    Scenario Outline: Without a credential: <method> <path>
      When somebody without a credential sends <method> to "<path>"
      Then the request is refused as "<code>"

      Examples:
        | method | path        | code               |
        | GET    | /v1/planets | not_found          |
        | DELETE | /v1/account | method_not_allowed |
        | GET    | /v1/account | invalid_token      |

  @rest-order
  Rule: A body is read when all else is right

    Scenario Outline: A body that <flaw>, and <other>
      Given <given>
      When Ama turns auto-renew on for "baobab.example" with a body that <flaw>
      Then the request is refused as "<code>"

      Examples:
        | flaw                       | other       | given                                                       | code                |
        | is no JSON                 | no scope    | Ama's credential carries only "account:read"                | insufficient_scope  |
        | is larger than 64 KiB      | no scope    | Ama's credential carries only "account:read"                | insufficient_scope  |
        | is announced as plain text | no scope    | Ama's credential carries only "account:read"                | insufficient_scope  |
        | is no JSON                 | too often   | Ama's credential has just made all the requests it may make | rate_limit_exceeded |
        | is no JSON                 | another net | Ama's credential may be used only from "198.51.100.0/24"    | ip_not_allowed      |
        | is no JSON                 | no token    | Ama's token is missing                                      | invalid_token       |

    Scenario Outline: A body that is no JSON, and <what> key
      When Ama turns auto-renew on for "baobab.example" with <what> key and a body that is no JSON
      Then the request is refused as "<code>"

      Examples:
        | what        | code                     |
        | no          | idempotency_key_required |
        | a malformed | idempotency_key_invalid  |

    Scenario: A body that is no JSON, under a key that stands for another change
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama turns auto-renew on for "baobab.example" with the same key and a body that is no JSON
      Then the request is refused as "invalid_json"
