@graphql
Feature: Long lists, back and forth

  Whoever scrolls back sees what stood there, in the order that was asked for.

  Background:
    Given Ama owns 5 domains

  @graph-connections-end
  Rule: A page leads back as well

    Scenario: And back again
      Given Ama has read the last 2 of her domains
      When Ama reads the 2 domains before them
      Then the page holds "d3.example, d2.example"
      And more stands before it
      And more follows it

    Scenario: Back to the beginning
      Given Ama has read the last 2 of her domains
      And Ama has read the 2 domains before them
      When Ama reads the 2 domains before them
      Then the page holds "d4.example"
      And nothing stands before it
      And more follows it

  @graph-connections-narrowed
  Rule: An order is kept from page to page

    Scenario: Going on in an order
      Given Ama has read the first 2 of her domains by name
      When Ama reads the 2 domains after them, by name
      Then the page holds "d2.example, d3.example"

    Scenario: Going back in an order
      Given Ama has read the first 2 of her domains by name
      And Ama has read the 2 domains after them, by name
      When Ama reads the 2 domains before them, by name
      Then the page holds "d0.example, d1.example"
