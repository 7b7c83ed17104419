@graphql
Feature: Long lists that are narrowed and ordered

  Whoever looks for something in a long list says what, and in which order, and
  still reads it by pages.

  @graph-connections-narrowed
  Rule: A list can be narrowed and ordered, and is still read by pages

    Scenario Outline: Domains <which>
      Given Ama owns these domains:
        | name           | status  | end      |
        | baobab.example | active  | 20 days  |
        | acacia.example | expired | 10 days  |
        | cedar.example  | active  | 300 days |
        | bamboo.example | grace   | 5 days   |
      When Ama reads the first 2 of her domains <which>
      Then the page holds "<domains>"
      And <rest> follows it

      Examples:
        | which                            | domains                        | rest    |
        | that are "active"                | cedar.example, baobab.example  | nothing |
        | with "ba" in the name            | bamboo.example, baobab.example | nothing |
        | that end within 30 days          | bamboo.example, acacia.example | more    |
        | by name                          | acacia.example, bamboo.example | more    |
        | by end                           | bamboo.example, acacia.example | more    |
        | that end within 15 days, by name | acacia.example, bamboo.example | nothing |

    Scenario Outline: Services <which>
      Given Ama ordered these services:
        | name  | kind           | status   | renewal  |
        | web   | lxc            | active   | 20 days  |
        | files | conversion     | active   | never    |
        | blog  | shared_hosting | past_due | 10 days  |
        | box   | lxc            | past_due | 300 days |
      When Ama reads the first 2 of her services <which>
      Then the page holds "<services>"
      And <rest> follows it

      Examples:
        | which                                  | services  | rest    |
        | of the kind "lxc"                      | box, web  | nothing |
        | that are "past_due"                    | box, blog | nothing |
        | that renew within 30 days              | blog, web | nothing |
        | by name                                | blog, box | more    |
        | by renewal                             | blog, web | more    |
        | of the kind "lxc", that are "past_due" | box       | nothing |
