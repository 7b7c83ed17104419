@graphql
Feature: Long lists, a page at a time and in both directions

  Whoever scrolls through a long list goes on and comes back. Each page says
  whether more follows it and whether more stands before it.

  @graph-connections
  Rule: A page says what stands before it and what follows

    Background:
      Given Ama owns 5 domains

    Scenario: The first page
      When Ama reads the first 2 of her domains
      Then the page holds "d4.example, d3.example"
      And nothing stands before it
      And more follows it

    Scenario: One in the middle
      Given Ama has read the first 2 of her domains
      When Ama reads the 2 domains after them
      Then the page holds "d2.example, d1.example"
      And more stands before it
      And more follows it

    Scenario: The last page
      When Ama reads the last 2 of her domains
      Then the page holds "d1.example, d0.example"
      And more stands before it
      And nothing follows it

    Scenario Outline: <count>, of the 5 that there are
      When Ama reads the first <count> of her domains
      Then the page holds "d4.example, d3.example, d2.example, d1.example, d0.example"
      And nothing stands before it
      And nothing follows it

      Examples:
        | count |
        | 5     |
        | 25    |

    Scenario: Nothing at all
      Given Kofi has an account
      When Kofi reads the first 2 of his domains
      Then the page is empty
      And nothing stands before it
      And nothing follows it
