Feature: Domains in an order

  Customers read their domains by name, or by what ends first, a page at a time if
  there are many.

  Background:
    Given Ama owns these domains:
      | name           | status  | ends in |
      | marula.example | active  | 30 days |
      | bücher.example | expired | 2 days  |
      | zebra.example  | active  | never   |
      | acacia.example | pending | never   |
      | baobab.example | active  | 30 days |

  @domain-sorting
  Rule: A list can be ordered by name or by what ends first

    Scenario: By name, as registered
      When Ama asks for her domains, by name
      Then she sees the domains "acacia.example, baobab.example, marula.example, xn--bcher-kva.example, zebra.example"

    Scenario: By end; what does not end comes last
      When Ama asks for her domains, by end
      Then she sees the domains "xn--bcher-kva.example, marula.example, baobab.example, zebra.example, acacia.example"

    Scenario: By end, of those that end
      When Ama asks for her domains that end within 365 days, by end
      Then she sees the domains "xn--bcher-kva.example, marula.example, baobab.example"

  @list-ordered
  Rule: An ordered list is read page by page to its end

    Scenario Outline: By <order>, in pages of <size>
      When Ama reads her domains by <order> in pages of <size>
      Then the pages together show the domains "<domains>"

      Examples:
        | order | size | domains                                                                              |
        | name  | 2    | acacia.example, baobab.example, marula.example, xn--bcher-kva.example, zebra.example |
        | end   | 1    | xn--bcher-kva.example, marula.example, baobab.example, zebra.example, acacia.example |
        | end   | 2    | xn--bcher-kva.example, marula.example, baobab.example, zebra.example, acacia.example |

    Scenario Outline: A page by <order> leads nowhere in a list by <other>
      When Ama reads a page of 2 of her domains by <order>
      And Ama goes on from there by <other>
      Then the request is refused as "invalid_request"

      Examples:
        | order | other |
        | name  | end   |
        | end   | name  |
        | name  | age   |
        | age   | name  |
        | end   | age   |
        | age   | end   |
