Feature: Retrying safely

  Networks fail half-way. A customer who sends the same change twice under one
  key gets the first answer again, and nothing happens twice.

  Background:
    Given Ama owns the domain "baobab.example"

  @key-once @key-conflict
  Rule: A key stands for one change

    Scenario: The same change again
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama turned auto-renew off for "baobab.example"
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is accepted
      And the answer is the first one again
      And auto-renew is off for "baobab.example"

    Scenario: Work is queued once
      Given Ama added the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      And the nameservers have caught up
      Then the answer is the first one again
      And the nameservers were asked once

    Scenario Outline: <other> under a key that was used
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      When Ama <does> with the key "renewal-2031"
      Then the request is refused as "idempotency_key_conflict"

      Examples:
        | other             | does                                                                  |
        | Another value     | turns auto-renew off for "baobab.example"                             |
        | Another operation | hands "baobab.example" over to "ns1.other.example, ns2.other.example" |

    Scenario: Another domain under a used key
      Given Ama owns the domain "marula.example"
      And Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      When Ama turns auto-renew on for "marula.example" with the key "renewal-2031"
      Then the request is refused as "idempotency_key_conflict"
      And auto-renew is off for "marula.example"
