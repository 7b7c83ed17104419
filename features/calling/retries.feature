Feature: Retrying safely

  Networks fail half-way. A customer who sends the same change twice under one
  key gets the first answer again, and nothing happens twice.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: A key stands for one change

    Scenario: The same change again
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama turns auto-renew off for "baobab.example"
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is accepted
      And the answer is the first one again
      And auto-renew is off for "baobab.example"

    Scenario: Work is queued once
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      And Ama adds the A record "www" with "192.0.2.1" to "baobab.example" with the key "new-www-2031"
      And the nameservers have caught up
      Then the answer is the first one again
      And the nameservers were asked once

    Scenario Outline: <other> under a used key
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama <does> with the key "renewal-2031"
      Then the request is refused as "idempotency_key_conflict"

      Examples:
        | other            | does                                                                        |
        | Another value    | turns auto-renew off for "baobab.example"                                   |
        | Another operation | hands "baobab.example" over to "ns1.other.example, ns2.other.example"      |

    Scenario: Another domain under a used key
      Given Ama owns the domain "marula.example"
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama turns auto-renew on for "marula.example" with the key "renewal-2031"
      Then the request is refused as "idempotency_key_conflict"
      And auto-renew is off for "marula.example"

  Rule: Each customer has keys of their own

    Scenario: The same key, another account
      Given Kofi owns the domain "marula.example"
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Kofi turns auto-renew on for "marula.example" with the key "renewal-2031"
      Then the request is accepted
      And auto-renew is on for "marula.example"

    Scenario: Two credentials of one account share their keys
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama takes another credential
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

  Rule: A refused change leaves its key free

    Scenario: Correcting a request
      When Ama hands "baobab.example" over to "ns1.other.example" with the key "moving-2031"
      And Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "moving-2031"
      Then the request is accepted
      And "baobab.example" waits for "ns1.other.example, ns2.other.example"

    Scenario: A change that the state refused
      Given "baobab.example" is locked at the registrar
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "moving-2031"
      And "baobab.example" is unlocked at the registrar
      And Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "moving-2031"
      Then the request is accepted
