Feature: Types that are not the customer's

  Some records are made by the platform itself, and some types nobody knows. Who
  asks for one is told so.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-managed
  Rule: What the platform manages, and what nobody knows, is refused

    Scenario: Nameservers of the domain itself
      When Ama adds to "baobab.example" the record
        | name | type | content           |
        | @    | NS   | ns1.other.example |
      Then the request is refused as "invalid_dns_type"

    @direct @rest
    Scenario Outline: The type <type> at "<name>"
      When Ama adds to "baobab.example" the record
        | name   | type   | content   |
        | <name> | <type> | <content> |
      Then the request is refused as "invalid_dns_type"

      Examples:
        | type       | name | content                                                                 |
        | SOA        | @    | ns1.host.example. admin.host.example. 1 7200 3600 1209600 3600          |
        | DNSKEY     | @    | 257 3 13 aGVsbG8=                                                       |
        | DS         | sub  | 1 13 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef |
        | RRSIG      | @    | A 13 2 3600 20310101000000 20301201000000 1 baobab.example. aGk=        |
        | NSEC3PARAM | @    | 1 0 0 -                                                                 |
        | SPF        | @    | v=spf1 -all                                                             |
        | NONSENSE   | @    | 192.0.2.1                                                               |
