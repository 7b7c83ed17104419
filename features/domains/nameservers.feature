Feature: Which nameservers a domain can have

  Host names are written in many ways and mean the same. We keep one form, so
  that a list can be compared, and refuse what no registrar would take.

  Background:
    Given Ama owns the domain "baobab.example"

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

  Rule: A domain has two to thirteen different nameservers

    Scenario Outline: <count> nameservers
      When Ama hands "baobab.example" over to <count> nameservers
      Then the request is <answer>

      Examples:
        | count | answer                       |
        | 0     | refused as "invalid_request" |
        | 1     | refused as "invalid_request" |
        | 2     | accepted                     |
        | 13    | accepted                     |
        | 14    | refused as "invalid_request" |

    Scenario: Twice the same is one
      When Ama hands "baobab.example" over to "ns1.other.example, NS1.OTHER.EXAMPLE."
      Then the request is refused as "invalid_request"
      And the refusal points to "nameServers"
      And "baobab.example" waits for nothing

  Rule: A nameserver is a host name of at least two labels

    Scenario Outline: "<name>" is none
      When Ama hands "baobab.example" over to "ns1.other.example, <name>"
      Then the request is refused as "invalid_request"
      And the refusal points to "nameServers"

      Examples:
        | name              |
        | ns2               |
        | 192.0.2.1         |
        | 2001:db8::1       |
        | ns_2.other.example |
        | -ns.other.example |
        | ns2..example      |
        | *.other.example   |
        | ns 2.example      |
