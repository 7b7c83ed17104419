Feature: The order in which a request is checked

  A request may be wrong in several ways at once. It is refused for the first in
  one fixed order, so that nobody learns more than their credential allows.

  @rest-order
  Rule: Each thing that is wrong is refused for what it is

    Scenario Outline: Only <what> is wrong
      When Ama hands a domain over, wrong in <what>
      Then the request is refused as "<code>"

      Examples:
        | what       | code                     |
        | credential | credential_revoked       |
        | limit      | rate_limit_exceeded      |
        | scope      | insufficient_scope       |
        | network    | ip_not_allowed           |
        | key        | idempotency_key_invalid  |
        | body       | invalid_request          |
        | used key   | idempotency_key_conflict |
        | domain     | domain_not_found         |

  @rest-order
  Rule: What is wrong twice is refused for what is checked first

    Scenario Outline: <first> comes before <second>
      When Ama hands a domain over, wrong in <first> and <second>
      Then the request is refused as "<code>"

      Examples:
        | first      | second   | code                     |
        | credential | limit    | credential_revoked       |
        | limit      | scope    | rate_limit_exceeded      |
        | scope      | network  | insufficient_scope       |
        | network    | key      | ip_not_allowed           |
        | key        | body     | idempotency_key_invalid  |
        | body       | used key | invalid_request          |
        | used key   | domain   | idempotency_key_conflict |

    Scenario: Everything at once
      When Ama hands a domain over, wrong in credential and limit and scope and network and key and body and domain
      Then the request is refused as "credential_revoked"
