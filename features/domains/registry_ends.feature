@rest
Feature: Domains that end, and domains that are to come

  A registry shows a domain with somebody else when it has left, and also before it
  has come. Nobody loses a domain because the two were taken for each other.

  @domain-follows-registry
  Rule: One that is to come is with somebody else until it has come

    Scenario Outline: The registry shows it as <registry>
      Given Ama owns the domain "baobab.example", which is "transfer_pending"
      When the registry shows "baobab.example" as <registry>
      And the platform has heard of it
      Then "baobab.example" stands as "<status>"

      Examples:
        | registry           | status           |
        | with somebody else | transfer_pending |
        | registered         | active           |

  @domain-follows-registry
  Rule: What is seen without a word is believed, and an end where one was near

    Background:
      Given Ama owns the domain "baobab.example"
      And the registry takes its time over "baobab.example"
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up

    Scenario: It is held back
      Given the registry shows "baobab.example" as held back, and says nothing
      When 6 minutes pass
      And the registrar has caught up
      Then "baobab.example" stands as "suspended"

    Scenario: It was about to be free, and is with somebody else
      Given the registry shows "baobab.example" as about to be free, and says nothing
      And 6 minutes passed
      And the registrar has caught up
      And the registry shows "baobab.example" as with somebody else, and says nothing
      When 6 minutes pass
      And the registrar has caught up
      Then "baobab.example" stands as "cancelled"

    Scenario: It was to be handed over when it went to somebody else
      Given the registry shows "baobab.example" as about to be free, and says nothing
      And 6 minutes passed
      And the registrar has caught up
      And the registry shows "baobab.example" as with somebody else, and says nothing
      When 6 minutes pass
      And the registrar has caught up
      Then "baobab.example" waits for nothing
