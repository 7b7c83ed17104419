Feature: In which states mail can be set up and synchronized

  What is stopped or ended is not started again by the back door: the customer
  is told why, and nothing changes.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: A service that is being set up or in use can be set up

    Scenario Outline: A service that is <status>
      Given Ama has an email service for "baobab.example", which is "<status>"
      When Ama sets up mail for "baobab.example"
      Then the request is accepted
      And setting up mail for "baobab.example" is "queued"

      Examples:
        | status       |
        | provisioning |
        | active       |

  Rule: Any other cannot

    Scenario Outline: A service that is <status>
      Given Ama has an email service for "baobab.example", which is "<status>"
      When Ama sets up mail for "baobab.example"
      Then the request is refused as "service_unavailable_state"
      And the refusal says "<status>"
      And nothing is under way for mail for "baobab.example"

      Examples:
        | status     |
        | past_due   |
        | suspended  |
        | cancelled  |
        | terminated |

  Rule: The zone can be synchronized for as long as mail is taken

    Scenario Outline: Mail that was set up and is <status>
      Given Ama has an email service for "baobab.example"
      And mail for "baobab.example" is set up
      And the service of mail for "baobab.example" becomes "<status>"
      When Ama synchronizes the zone of mail for "baobab.example"
      Then the request is accepted

      Examples:
        | status   |
        | active   |
        | past_due |

    Scenario Outline: Mail that was set up and is <status>
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
