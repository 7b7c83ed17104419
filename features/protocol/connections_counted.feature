@graphql
Feature: How many there are in a long list

  Whoever shows a page of a long list says how many there are in all.

  @graph-connections
  Rule: A page says how many there are in all, wherever it begins

    Scenario Outline: How many <list>, on the first page
      Given Ama owns 5 <list>
      When Ama reads the first 2 of her <list>
      Then there are 5 in all

      Examples:
        | list     |
        | domains  |
        | services |
        | records  |

    Scenario Outline: How many <list>, on the second page
      Given Ama owns 5 <list>
      And Ama has read the first 2 of her <list>
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
