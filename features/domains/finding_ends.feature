Feature: Finding domains that end soon

  What is not renewed in time is lost. Customers ask for what ends before a day,
  after one, or between two.

  Background:
    Given Ama owns these domains:
      | name           | status  | ends in |
      | marula.example | active  | 30 days |
      | bücher.example | expired | 2 days  |
      | zebra.example  | active  | never   |
      | acacia.example | pending | never   |
      | baobab.example | active  | 30 days |

  @domain-finding
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
