Feature: The key of a change

  Every change carries a key that its program made up, so that it can be
  retried. A key is forgotten after a day: nobody retries longer than that.

  Background:
    Given Ama owns the domain "baobab.example"

  @key-required
  Rule: A change needs a key

    Scenario: No key
      When Ama turns auto-renew on for "baobab.example" without a key
      Then the request is refused as "idempotency_key_required"
      And auto-renew is off for "baobab.example"

    Scenario: A look-up needs none
      When Ama looks up her account
      Then the request is accepted

  @key-form
  Rule: A key has 8 to 128 letters, digits, dots, colons, dashes or underscores

    Scenario Outline: The key "<key>"
      When Ama turns auto-renew on for "baobab.example" with the key "<key>"
      Then the request is <answer>

      Examples:
        | key             | answer                               |
        | 12345678        | accepted                             |
        | aZ0.:_-9        | accepted                             |
        | 1234567         | refused as "idempotency_key_invalid" |
        | with space 2031 | refused as "idempotency_key_invalid" |
        | with/slash/2031 | refused as "idempotency_key_invalid" |
        | grüße-2031      | refused as "idempotency_key_invalid" |

    Scenario Outline: A key of <length> characters
      When Ama turns auto-renew on for "baobab.example" with a key of <length> characters
      Then the request is <answer>

      Examples:
        | length | answer                               |
        | 128    | accepted                             |
        | 129    | refused as "idempotency_key_invalid" |

  @key-kept
  Rule: A key is kept for a day

    Scenario: Within the day
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And 23 hours passed
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

    Scenario: After it the key is free again
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And 25 hours passed
      When Ama turns auto-renew off for "baobab.example" with the key "renewal-2031"
      Then the request is accepted
      And auto-renew is off for "baobab.example"
