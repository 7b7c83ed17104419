@graphql
Feature: A page, and what is somebody else's

  A page reaches far, from record to record. It never reaches what is somebody else's.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"
    And Ama has an email service for "baobab.example", which is "active"
    And Ama has the free hosting "blog.example"
    And Ama has the container "web"
    And Ama has the machine "db"

  @graph-own
  Rule: What belongs to somebody else is never on the page

    Background:
      Given Kofi owns the domain "kola.example"
      And "kola.example" has the A record "secret" with "192.0.2.2"
      And Kofi has the container "kofis-web"
      And Kofi has the machine "kofis-db"

    Scenario: Kofi sees what is his
      When Kofi opens his dashboard
      Then the page shows the domains "kola.example"
      And the page shows the records "secret" under "kola.example"
      And nothing on the page is Ama's

    Scenario: Ama sees what is hers
      When Ama opens her dashboard
      Then the page shows the domains "baobab.example"
      And nothing on the page is Kofi's

    Scenario: Mail for a domain of somebody else
      Given Ama has an email service for "kola.example", which is "active"
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page shows no domain beside the mail for "kola.example"

    Scenario: Mail of somebody else under a domain
      Given Ama has an email service for "kola.example", which is "active"
      When Kofi asks for his domains with their mail
      Then there is no mail under "kola.example"
