Feature: Changing to an alias, and beside one

  Nothing can stand beside an alias, so nothing can be moved there, and what does
  not stand alone cannot become one.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-cname
  Rule: A change keeps that too

    Scenario: Becoming an alias beside something else
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And "baobab.example" has the TXT record "www" with "hello"
      When Ama makes the A record "www" of "baobab.example" a CNAME record with "shop.other.example"
      Then the request is refused as "cname_conflict"
      And the refusal names the TXT record "www" of "baobab.example"

    Scenario: Moving to where an alias is
      Given "baobab.example" has the CNAME record "www" with "shop.other.example"
      And "baobab.example" has the A record "shop" with "192.0.2.1"
      When Ama renames the A record "shop" of "baobab.example" to "www"
      Then the request is refused as "cname_conflict"

    Scenario: An address alone may become an alias
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama makes the A record "www" of "baobab.example" a CNAME record with "shop.other.example"
      Then the request is accepted
