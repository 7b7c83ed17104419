Feature: Entries that cannot be written

  The usage must not miss what was done. Where an entry cannot be written, as on
  a full disk, the request is refused, and changes nothing.

  Background:
    Given Ama owns the domain "baobab.example"
    And usage entries cannot be written

  @usage-unwritable
  Rule: A request without an entry is refused, and changes nothing

    Scenario: A look-up
      When Ama looks up "baobab.example"
      Then the request is refused as "internal_error"

    Scenario: A change
      When Ama turns auto-renew on for "baobab.example"
      Then the request is refused as "internal_error"
      And once entries can be written again, auto-renew is off for "baobab.example"

    Scenario: Work that would be queued
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then the request is refused as "internal_error"
      And no work is queued

  @key-free
  Rule: Its key stays free

    Scenario: The same change, once entries can be written
      Given Ama's change of "baobab.example" under the key "renewal-2031" came to nothing
      And usage entries can be written again
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the request is accepted
      And auto-renew is on for "baobab.example"
      And Ama's usage shows one "setDomainAutoRenew", done, as a "mutation" of "domains"
