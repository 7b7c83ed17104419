Feature: Finding domains

  Who looks after hundreds of names wants those that end soon, or one whose
  name is half remembered. The platform looks, so that nobody has to read all.

  Background:
    Given Ama owns these domains:
      | name           | status  | ends in  |
      | marula.example | active  | 30 days  |
      | bücher.example | expired | 2 days   |
      | zebra.example  | active  | never    |
      | acacia.example | pending | never    |
      | baobab.example | active  | 30 days  |

  Rule: A list shows what stands where the customer asks

    Scenario Outline: Domains that are <status>
      When Ama asks for her domains that are "<status>"
      Then she sees the domains "<domains>"

      Examples:
        | status    | domains                                       |
        | active    | baobab.example, zebra.example, marula.example |
        | expired   | xn--bcher-kva.example                         |
        | suspended |                                               |

  Rule: A part of the name is enough, in either of its forms

    Scenario Outline: Looking for "<part>"
      When Ama asks for her domains with "<part>" in the name
      Then she sees the domains "<domains>"

      Examples:
        | part         | domains                               |
        | baob         | baobab.example                        |
        | ARULA        | marula.example                        |
        | büch         | xn--bcher-kva.example                 |
        | BÜCHER.EX    | xn--bcher-kva.example                 |
        | bcher-kva    | xn--bcher-kva.example                 |
        | a.example    | acacia.example, zebra.example, xn--bcher-kva.example, marula.example |
        | %            |                                       |
        | _            |                                       |
        | a!           |                                       |

    Scenario: Looking for nothing
      When Ama asks for her domains with "" in the name
      Then the request is refused as "invalid_request"
      And the refusal points to "nameContains"

  Rule: What ends before a day has an end

    Scenario Outline: Domains that end within <days> days
      When Ama asks for her domains that end within <days> days
      Then she sees the domains "<domains>"

      Examples:
        | days | domains                                               |
        | 2    |                                                       |
        | 3    | xn--bcher-kva.example                                 |
        | 3650 | baobab.example, xn--bcher-kva.example, marula.example |

    Scenario Outline: Domains that end after <days> days
      When Ama asks for her domains that end after <days> days
      Then she sees the domains "<domains>"

      Examples:
        | days | domains                                               |
        | 0    | baobab.example, xn--bcher-kva.example, marula.example |
        | 3    | baobab.example, marula.example                        |
        | 30   | baobab.example, marula.example                        |
        | 31   |                                                       |

    Scenario: Between two days, by end
      When Ama asks for her domains that end within 31 days that end after 3 days, by end
      Then she sees the domains "marula.example, baobab.example"

    Scenario: Several wishes at once
      When Ama asks for her domains that are "active" with "a" in the name that end within 365 days, by name
      Then she sees the domains "baobab.example, marula.example"

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

  Rule: An ordered list is read page by page to its end

    Scenario Outline: By <order>, in pages of <size>
      When Ama reads her domains by <order> in pages of <size>
      Then the pages together show the domains "<domains>"

      Examples:
        | order | size | domains                                                                                |
        | name  | 2    | acacia.example, baobab.example, marula.example, xn--bcher-kva.example, zebra.example   |
        | end   | 1    | xn--bcher-kva.example, marula.example, baobab.example, zebra.example, acacia.example   |
        | end   | 2    | xn--bcher-kva.example, marula.example, baobab.example, zebra.example, acacia.example   |

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
