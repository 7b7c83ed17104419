Feature: Finding a record

  Who has asked for a change wants to know how far it is, and who has hundreds
  of records wants those of one name. Nobody has to read the whole zone.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"

  @dns-one @dns-own
  Rule: A record can be looked up by itself

    Scenario: One that is served
      When Ama looks up the A record "www" of "baobab.example"
      Then the request is accepted
      And it shows when the nameservers took it

    Scenario: One that never was
      When Ama looks up a record of "baobab.example" that never was
      Then the request is refused as "dns_record_not_found"

    Scenario Outline: Somebody else's, <way>
      Given Kofi owns the domain "marula.example"
      When Kofi looks up Ama's A record "www" of "baobab.example" <way>
      Then the request is refused as "<code>"

      Examples:
        | way                    | code                 |
        | where it is            | domain_not_found     |
        | through his own domain | dns_record_not_found |

  @dns-finding
  Rule: A zone can be narrowed to a name, a type, or both

    Background:
      Given "baobab.example" has the TXT record "www" with "hello"
      And "baobab.example" has the A record "@" with "192.0.2.1"
      And "baobab.example" has the A record "bücher" with "192.0.2.1"

    Scenario Outline: At "<name>"
      When Ama lists the records of "baobab.example" at the name "<name>"
      Then she sees the records "<records>"

      Examples:
        | name          | records         |
        | www           | A www, TXT www  |
        | WWW           | A www, TXT www  |
        | @             | A @             |
        | bücher        | A xn--bcher-kva |
        | xn--bcher-kva | A xn--bcher-kva |
        | ww            |                 |
        | %             |                 |

    Scenario: At a name and of a type
      When Ama lists the records of "baobab.example" of the type "TXT" at the name "www"
      Then she sees the records "TXT www"

    Scenario: Of a type that there is not
      When Ama lists the records of "baobab.example" of the type "SOA"
      Then the request is refused as "invalid_request"
