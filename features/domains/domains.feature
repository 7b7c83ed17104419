Feature: Domains

  Customers look after many names at once. They see each as it is registered
  and as people write it, and only their own.

  @domain-order
  Rule: The list shows the customer's domains, newest first

    Scenario: Two domains, one after the other
      Given Ama owns the domain "baobab.example"
      And a day later Ama owns the domain "marula.example"
      When Ama lists her domains
      Then she sees the domains "marula.example, baobab.example"

    Scenario: A customer without domains
      Given Ama has an account
      When Ama lists her domains
      Then she sees no domains

  @domain-status @domain-environment
  Rule: A domain tells where its registration stands

    Scenario Outline: A domain that is <status>
      Given Ama owns the domain "baobab.example", which is "<status>"
      When Ama looks up "baobab.example"
      Then the domain is "<status>"

      Examples:
        | status           |
        | pending          |
        | active           |
        | transfer_pending |
        | expired          |
        | grace            |
        | redemption       |
        | pending_delete   |
        | suspended        |
        | failed           |
        | cancelled        |

  @domain-own
  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's domain
      Given Ama owns the domain "baobab.example"
      And Kofi owns the domain "marula.example"
      When Kofi looks up "baobab.example"
      Then the request is refused as "domain_not_found"

    Scenario: A domain that never was
      Given Ama has an account
      When Ama looks up a domain that never was
      Then the request is refused as "domain_not_found"
