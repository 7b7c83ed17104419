Feature: Finding domains

  Who looks after hundreds of names wants those that end soon, or one whose
  name is half remembered. The platform looks, so that nobody has to read all.

  Background:
    Given Ama owns these domains:
      | name           | status  | ends in |
      | marula.example | active  | 30 days |
      | bücher.example | expired | 2 days  |
      | zebra.example  | active  | never   |
      | acacia.example | pending | never   |
      | baobab.example | active  | 30 days |

  @domain-finding
  Rule: A list shows what stands where the customer asks

    Scenario Outline: Domains that are <status>
      When Ama asks for her domains that are "<status>"
      Then she sees the domains "<domains>"

      Examples:
        | status    | domains                                       |
        | active    | baobab.example, zebra.example, marula.example |
        | expired   | xn--bcher-kva.example                         |
        | suspended |                                               |

  @domain-finding
  Rule: A part of the name is enough, in either of its forms

    Scenario Outline: Looking for "<part>"
      When Ama asks for her domains with "<part>" in the name
      Then she sees the domains "<domains>"

      Examples:
        | part      | domains                                                              |
        | baob      | baobab.example                                                       |
        | ARULA     | marula.example                                                       |
        | büch      | xn--bcher-kva.example                                                |
        | BÜCHER.EX | xn--bcher-kva.example                                                |
        | bcher-kva | xn--bcher-kva.example                                                |
        | a.example | acacia.example, zebra.example, xn--bcher-kva.example, marula.example |
        | %         |                                                                      |
        | _         |                                                                      |
        | a!        |                                                                      |

    Scenario: Looking for nothing
      When Ama asks for her domains with "" in the name
      Then the request is refused as "invalid_request"
      And the refusal points to "nameContains"
