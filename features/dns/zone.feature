Feature: The zone of a domain

  A zone is read by people: it stands in the order of names. It belongs to the
  owner of the domain alone, and does not grow without end.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: Records stand in the order of names and types

    Scenario: Added in another order
      Given "baobab.example" has the TXT record "www" with "hello"
      And "baobab.example" has the A record "www" with "192.0.2.1"
      And "baobab.example" has the A record "@" with "192.0.2.1"
      And "baobab.example" has the A record "mail" with "192.0.2.2"
      And "baobab.example" has the A record "*" with "192.0.2.3"
      And "baobab.example" has the TXT record "_dmarc" with "v=DMARC1; p=none"
      When Ama lists the records of "baobab.example"
      Then "baobab.example" has these records:
        | name   | type | fqdn                  |
        | *      | A    | *.baobab.example      |
        | @      | A    | baobab.example        |
        | _dmarc | TXT  | _dmarc.baobab.example |
        | mail   | A    | mail.baobab.example   |
        | www    | A    | www.baobab.example    |
        | www    | TXT  | www.baobab.example    |

  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's zone
      Given Kofi has an account
      When Kofi lists the records of "baobab.example"
      Then the request is refused as "domain_not_found"

    Scenario: Adding to somebody else's zone
      Given Kofi has an account
      When Kofi adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then the request is refused as "domain_not_found"
      And "baobab.example" has no records

    Scenario Outline: <doing> somebody else's record
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And Kofi owns the domain "marula.example"
      When Kofi <act> Ama's A record "www" of "baobab.example" <way>
      Then the request is refused as "<code>"
      And the A record "www" of "baobab.example" is "active"

      Examples:
        | doing    | act     | way                     | code                 |
        | Changing | changes | where it is             | domain_not_found     |
        | Removing | removes | where it is             | domain_not_found     |
        | Changing | changes | through his own domain  | dns_record_not_found |
        | Removing | removes | through his own domain  | dns_record_not_found |

    Scenario: A record that is on its way out
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And Ama removed the A record "www" from "baobab.example"
      When Ama removes the A record "www" from "baobab.example"
      Then the request is refused as "dns_record_not_found"

  Rule: A domain has at most a thousand records

    Scenario: The last one, and one too many
      Given "baobab.example" has 999 records
      When Ama adds the A record "last" with "192.0.2.1" to "baobab.example"
      Then the request is accepted
      When Ama adds the A record "toomany" with "192.0.2.1" to "baobab.example"
      Then the request is refused as "dns_record_limit_reached"
