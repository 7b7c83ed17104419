Feature: Whose keys they are, and when they are free

  Two customers may choose the same key, and a change that was refused may be
  corrected under its own.

  Background:
    Given Ama owns the domain "baobab.example"

  @key-own
  Rule: Each customer has keys of their own

    Scenario: The same key, another account
      Given Kofi owns the domain "marula.example"
      And Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      When Kofi turns auto-renew on for "marula.example" with the key "renewal-2031"
      Then the request is accepted
      And auto-renew is on for "marula.example"

    Scenario: Two credentials of one account share their keys
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      When Ama takes another credential
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one again

  @key-free
  Rule: A refused change leaves its key free

    Scenario: Correcting a request
      Given Ama handed "baobab.example" over to "ns1.other.example" with the key "moving-2031"
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "moving-2031"
      Then the request is accepted
      And "baobab.example" waits for "ns1.other.example, ns2.other.example"

    Scenario: A change that the state refused
      Given "baobab.example" is locked at the registrar
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "moving-2031"
      And "baobab.example" is unlocked at the registrar
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example" with the key "moving-2031"
      Then the request is accepted
