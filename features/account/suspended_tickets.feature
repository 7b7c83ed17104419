Feature: Tickets and addresses of a suspended account

  Terminals and files need no credential: a ticket or an address is enough. They stop
  too, and what was accepted before is done.

  @account-suspended-links @account-suspended-work
  Rule: What needs no credential stops too

    @direct
    Scenario: A ticket for a terminal
      Given Ama has the container "web"
      And Ama asked for a terminal of the container "web"
      And Ama's account is suspended
      When the ticket is used for the container "web"
      Then no terminal opens: "account_suspended"

    @rest @graphql
    Scenario: The address for a file
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      And Ama's account is suspended
      When Ama sends "prices.csv"
      Then the file is refused as "account_suspended"
      And no file is there

    Scenario: Work that was accepted before is done
      Given Ama has the container "web"
      And Ama stopped the container "web"
      And Ama's account is suspended
      When the hypervisor has caught up
      Then "web" is "stopped"
