Feature: Tickets for terminals

  A terminal in the browser needs no SSH. A program asks for a ticket and hands
  it to the page, which opens one terminal with it, once and soon.

  Background:
    Given Ama has the LXC instance "web"

  Rule: A ticket opens one terminal, once

    Scenario: Used and used again
      Given Ama asks for a terminal of the container "web"
      Then the ticket leads to a terminal of the container "web"
      When the ticket is used for the container "web"
      Then a terminal opens
      When the ticket is used for the container "web"
      Then no terminal opens: "invalid_token"

    Scenario: A ticket that nobody gave
      When somebody makes a ticket up for the container "web"
      Then no terminal opens: "invalid_token"

  Rule: A ticket is good for a minute

    Scenario: Just in time
      Given Ama asks for a terminal of the container "web"
      When 59 seconds pass
      And the ticket is used for the container "web"
      Then a terminal opens

    Scenario: Too late
      Given Ama asks for a terminal of the container "web"
      When 60 seconds pass
      And the ticket is used for the container "web"
      Then no terminal opens: "invalid_token"

  Rule: A ticket opens its own container only

    Scenario: Another container of the same customer
      Given Ama has the LXC instance "db"
      And Ama asks for a terminal of the container "web"
      When the ticket is used for the container "db"
      Then no terminal opens: "invalid_token"
      When the ticket is used for the container "web"
      Then a terminal opens

  Rule: The container must run, when the ticket is asked for and when it is used

    Scenario Outline: A container that is <status>
      Given Ama has the LXC instance "db", which is "<status>"
      When Ama asks for a terminal of the container "db"
      Then the request is refused as "<refusal>"

      Examples:
        | status     | refusal            |
        | stopped    | action_not_allowed |
        | frozen     | action_not_allowed |
        | restarting | change_in_progress |
        | error      | action_not_allowed |

    Scenario: Stopped in between
      Given Ama asks for a terminal of the container "web"
      And Ama stops the container "web"
      And the hypervisor has caught up
      When the ticket is used for the container "web"
      Then no terminal opens: "action_not_allowed"

  Rule: A ticket is worth no more than the credential that asked for it

    Scenario: The credential is taken back in between
      Given Ama asks for a terminal of the container "web"
      And Ama's credential was revoked
      When the ticket is used for the container "web"
      Then no terminal opens: "invalid_token"
