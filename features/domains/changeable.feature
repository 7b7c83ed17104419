Feature: Domains that cannot be changed

  A name on its way out, or not yet here, is not the customer's to change: the
  registry would refuse it, or do it for the next owner. We say so at once.

  @domain-changeable
  Rule: Only a domain that is pending, active, expired or in its grace can be changed

    Scenario Outline: Changing a domain that is <status>
      Given Ama owns the domain "baobab.example", which is "<status>"
      When Ama turns auto-renew on for "baobab.example"
      Then the request is <answer>

      Examples:
        | status           | answer                     |
        | pending          | accepted                   |
        | active           | accepted                   |
        | expired          | accepted                   |
        | grace            | accepted                   |
        | transfer_pending | refused as "domain_locked" |
        | redemption       | refused as "domain_locked" |
        | pending_delete   | refused as "domain_locked" |
        | suspended        | refused as "domain_locked" |
        | failed           | refused as "domain_locked" |
        | cancelled        | refused as "domain_locked" |

    Scenario: Nor can its nameservers
      Given Ama owns the domain "baobab.example", which is "redemption"
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then the request is refused as "domain_locked"
      And "baobab.example" waits for nothing

    Scenario: Nor can its records
      Given Ama owns the domain "baobab.example", which is "suspended"
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then the request is refused as "domain_locked"
      And "baobab.example" has no records

  @domain-lock
  Rule: A lock at the registrar keeps the nameservers

    Scenario: A locked domain stays where it is
      Given Ama owns the domain "baobab.example"
      And "baobab.example" is locked at the registrar
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then the request is refused as "domain_locked"
      And "baobab.example" waits for nothing

    Scenario: The records of a locked domain can be changed
      Given Ama owns the domain "baobab.example"
      And "baobab.example" is locked at the registrar
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      Then the request is accepted
