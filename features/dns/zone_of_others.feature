Feature: The zone of somebody else

  A zone belongs to the owner of the domain alone. To everybody else it does not
  exist, whatever they ask.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-own
  Rule: What belongs to somebody else does not exist

    @safe
    Scenario: Somebody else's zone
      Given Kofi has an account
      When Kofi lists the records of "baobab.example"
      Then the request is refused as "domain_not_found"

    Scenario: Adding to somebody else's zone
      Given Kofi has an account
      When Kofi adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then the request is refused as "domain_not_found"
      And "baobab.example" has no records

    Scenario Outline: <doing> somebody else's record, <way>
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And Kofi owns the domain "marula.example"
      When Kofi <act> Ama's A record "www" of "baobab.example" <way>
      Then the request is refused as "<code>"
      And the A record "www" of "baobab.example" is "active"

      Examples:
        | doing    | act     | way                    | code                 |
        | Changing | changes | where it is            | domain_not_found     |
        | Removing | removes | where it is            | domain_not_found     |
        | Changing | changes | through his own domain | dns_record_not_found |
        | Removing | removes | through his own domain | dns_record_not_found |

    Scenario: A record that is on its way out
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      And Ama removed the A record "www" from "baobab.example"
      When Ama removes the A record "www" from "baobab.example"
      Then the request is refused as "dns_record_not_found"
