Feature: Aliases

  An alias (CNAME) says "the same as that name", and a resolver stops reading
  there. So nothing else can stand beside it.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-cname
  Rule: An alias is alone at its name

    Scenario: An alias where there is an address
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama adds the CNAME record "www" with "shop.other.example" to "baobab.example"
      Then the request is refused as "cname_conflict"
      And the refusal names the A record "www" of "baobab.example"

    Scenario: An address where there is an alias
      Given "baobab.example" has the CNAME record "www" with "shop.other.example"
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then the request is refused as "cname_conflict"
      And the refusal names the CNAME record "www" of "baobab.example"

    Scenario: A second alias
      Given "baobab.example" has the CNAME record "www" with "shop.other.example"
      When Ama adds the CNAME record "www" with "shop.third.example" to "baobab.example"
      Then the request is refused as "dns_record_exists"
      And the refusal names the CNAME record "www" of "baobab.example"

    Scenario: Beside it there is room
      Given "baobab.example" has the CNAME record "www" with "shop.other.example"
      When Ama adds the A record "shop" with "192.0.2.1" to "baobab.example"
      Then the request is accepted

  @dns-cname
  Rule: The domain itself is no alias

    Scenario: An alias for the domain itself
      When Ama adds the CNAME record "@" with "shop.other.example" to "baobab.example"
      Then the request is refused as "cname_conflict"

  @dns-cname
  Rule: An alias says one thing

    Scenario: Two targets
      When Ama adds to "baobab.example" the record
        | name | type  | contents                                |
        | www  | CNAME | shop.other.example / shop.third.example |
      Then the request is refused as "invalid_dns_content"
