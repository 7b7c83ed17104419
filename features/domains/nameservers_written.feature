Feature: How nameservers are written

  Host names are written in many ways and mean the same. We keep one form, so
  that a list can be compared.

  Background:
    Given Ama owns the domain "baobab.example"

  @domain-ns-form
  Rule: Host names are kept in one form

    Scenario Outline: Names written with <habit>
      When Ama hands "baobab.example" over to "<written>"
      Then "baobab.example" waits for "<kept>"

      Examples:
        | habit                | written                                                  | kept                                                 |
        | capital letters      | NS1.Other.Example, ns2.other.example                     | ns1.other.example, ns2.other.example                 |
        | a last dot           | ns1.other.example., ns2.other.example                    | ns1.other.example, ns2.other.example                 |
        | letters of the world | ns1.bücher.example, ns2.bücher.example                   | ns1.xn--bcher-kva.example, ns2.xn--bcher-kva.example |
        | repetitions          | ns1.other.example, NS1.other.example., ns2.other.example | ns1.other.example, ns2.other.example                 |

    Scenario: Names written with spaces around
      When Ama hands "baobab.example" over to " ns1.other.example ,  ns2.other.example "
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"

    Scenario: They stay in the order that was asked for
      When Ama hands "baobab.example" over to "ns9.other.example, ns1.other.example"
      Then "baobab.example" waits for "ns9.other.example, ns1.other.example"
