Feature: The zone of a domain

  A zone is read by people: it stands in the order of names. It does not grow
  without end.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-order
  Rule: Records stand in the order of names and types

    Scenario: Added in another order
      Given "baobab.example" has the TXT record "www" with "hello"
      And "baobab.example" has the A record "www" with "192.0.2.1"
      And "baobab.example" has the A record "@" with "192.0.2.1"
      And "baobab.example" has the A record "mail" with "192.0.2.2"
      And "baobab.example" has the A record "*" with "192.0.2.3"
      And "baobab.example" has the TXT record "_dmarc" with "v=DMARC1; p=none"
      When Ama lists the records of "baobab.example"
      Then she sees the records "A *, A @, TXT _dmarc, A mail, A www, TXT www"

  @dns-limit
  Rule: A domain has at most a thousand records

    Scenario: The last one
      Given "baobab.example" has 999 records
      When Ama adds the A record "last" with "192.0.2.1" to "baobab.example"
      Then the request is accepted

    Scenario: One too many
      Given "baobab.example" has 1000 records
      When Ama adds the A record "toomany" with "192.0.2.1" to "baobab.example"
      Then the request is refused as "dns_record_limit_reached"
