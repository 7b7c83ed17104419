Feature: In which states the zone of mail is synchronized

  For as long as mail is taken, its zone can be put right; what is stopped or ended
  stays as it is.

  Background:
    Given Ama owns the domain "baobab.example"

  @mail-sync-states
  Rule: The zone can be synchronized for as long as mail is taken

    Scenario Outline: Mail that was set up, and is <status> now
      Given Ama has an email service for "baobab.example"
      And mail for "baobab.example" is set up
      And the service of mail for "baobab.example" becomes "<status>"
      When Ama synchronizes the zone of mail for "baobab.example"
      Then the request is accepted

      Examples:
        | status   |
        | active   |
        | past_due |

    Scenario Outline: Mail that was set up, and is <status> since
      Given Ama has an email service for "baobab.example"
      And mail for "baobab.example" is set up
      And the service of mail for "baobab.example" becomes "<status>"
      When Ama synchronizes the zone of mail for "baobab.example"
      Then the request is refused as "service_unavailable_state"
      And the zone of mail for "baobab.example" is "synced"

      Examples:
        | status     |
        | suspended  |
        | cancelled  |
        | terminated |

    Scenario: Mail that was never set up, and is not paid
      Given Ama has an email service for "baobab.example", which is "past_due"
      When Ama synchronizes the zone of mail for "baobab.example"
      Then the request is refused as "service_unavailable_state"
