Feature: Tickets for terminals

  A terminal in the browser needs no SSH. A program asks for a ticket and hands
  it to the page, which opens one terminal with it, once and soon.

  Background:
    Given Ama has the container "web"

  @lxc-terminal
  Rule: A ticket opens one terminal, once

    Scenario: Where it leads
      When Ama asks for a terminal of the container "web"
      Then the ticket leads to a terminal of the container "web"

    Scenario: Used
      Given Ama asked for a terminal of the container "web"
      When the ticket is used for the container "web"
      Then a terminal opens

    Scenario: Used again
      Given Ama asked for a terminal of the container "web"
      And the ticket was used for the container "web"
      When the ticket is used for the container "web"
      Then no terminal opens: "invalid_token"

    Scenario: A ticket that nobody gave
      When somebody makes a ticket up for the container "web"
      Then no terminal opens: "invalid_token"

  @lxc-terminal
  Rule: A ticket is good for a minute

    Scenario: Just in time
      Given Ama asked for a terminal of the container "web"
      When 59 seconds pass
      And the ticket is used for the container "web"
      Then a terminal opens

    Scenario: Too late
      Given Ama asked for a terminal of the container "web"
      When 60 seconds pass
      And the ticket is used for the container "web"
      Then no terminal opens: "invalid_token"

  @lxc-terminal
  Rule: A ticket opens its own container only

    Scenario: Another container of the same customer
      Given Ama has the container "db"
      And Ama asked for a terminal of the container "web"
      When the ticket is used for the container "db"
      Then no terminal opens: "invalid_token"

    Scenario: A ticket that was tried elsewhere
      Given Ama has the container "db"
      And Ama asked for a terminal of the container "web"
      And the ticket was used for the container "db"
      When the ticket is used for the container "web"
      Then a terminal opens
