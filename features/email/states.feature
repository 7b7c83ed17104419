Feature: In which states mail can be set up

  What is stopped or ended is not started again by the back door: the customer
  is told why, and nothing changes.

  Background:
    Given Ama owns the domain "baobab.example"

  @mail-provision-states
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

  @mail-provision-states
  Rule: Any other cannot

    Scenario Outline: A service that is <status> is not set up
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
