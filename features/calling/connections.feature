@graphql
Feature: Long lists, a page at a time and in both directions

  Whoever scrolls through a long list goes on and comes back. Each page says
  whether more follows it and whether more stands before it.

  Rule: A page says what stands before it and what follows

    Background:
      Given Ama owns 5 domains

    Scenario: The first page
      When Ama reads the first 2 of her domains
      Then the page holds "d4.example, d3.example"
      And nothing stands before it
      And more follows it

    Scenario: One in the middle
      When Ama reads the first 2 of her domains
      And Ama reads the 2 domains after them
      Then the page holds "d2.example, d1.example"
      And more stands before it
      And more follows it

    Scenario: The last page
      When Ama reads the last 2 of her domains
      Then the page holds "d1.example, d0.example"
      And more stands before it
      And nothing follows it

    Scenario: And back again
      When Ama reads the last 2 of her domains
      And Ama reads the 2 domains before them
      Then the page holds "d3.example, d2.example"
      And more stands before it
      And more follows it
      When Ama reads the 2 domains before them
      Then the page holds "d4.example"
      And nothing stands before it
      And more follows it

    Scenario: More than there are
      When Ama reads the first 25 of her domains
      Then the page holds "d4.example, d3.example, d2.example, d1.example, d0.example"
      And nothing stands before it
      And nothing follows it

    Scenario: Nothing at all
      Given Kofi has an account
      When Kofi reads the first 2 of his domains
      Then the page is empty
      And nothing stands before it
      And nothing follows it

  Rule: Read to the end, from whichever end, it is the plain list

    Scenario Outline: <list> from the <end>
      Given <much>
      And 2 minutes passed
      When Ama reads her <list> from the <end> in pages of 3
      Then she has read each of her <list> once, in the order of the plain list

      Examples:
        | list     | end       | much                                                |
        | domains  | beginning | Ama owns 7 domains                                  |
        | domains  | end       | Ama owns 7 domains                                  |
        | services | beginning | Ama owns 7 services                                 |
        | services | end       | Ama owns 7 services                                 |
        | records  | beginning | Ama owns 7 records                                  |
        | records  | end       | Ama owns 7 records                                  |
        | activity | beginning | Ama has looked up her account 7 times, a second apart |
        | activity | end       | Ama has looked up her account 7 times, a second apart |

  Rule: A page says how many there are in all, wherever it begins

    Scenario Outline: Her <list>
      Given Ama owns 5 <list>
      When Ama reads the first 2 of her <list>
      Then there are 5 in all
      When Ama reads the 2 <list> after them
      Then there are 5 in all

      Examples:
        | list     |
        | domains  |
        | services |
        | records  |

    Scenario: Those that were asked for
      Given Ama owns these domains:
        | name           | status  | end    |
        | baobab.example | active  | never  |
        | acacia.example | expired | 3 days |
        | cedar.example  | active  | never  |
      When Ama reads the first 1 of her domains that are "active"
      Then there are 2 in all

    Scenario: The records of several domains
      Given Ama owns the domain "baobab.example"
      And Ama owns the domain "acacia.example"
      And "baobab.example" has the A record "www" with "192.0.2.1"
      And "baobab.example" has the TXT record "www" with "hello"
      When Ama asks how many records each of her domains has
      Then she is told "acacia.example 0, baobab.example 2"
