Feature: Which nameservers a domain can have

  A domain that its nameservers do not answer for is gone from the world. So we
  refuse what no registrar would take.

  Background:
    Given Ama owns the domain "baobab.example"

  @domain-ns-count
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

  @domain-ns-names
  Rule: A nameserver is a host name of at least two labels

    Scenario Outline: "<name>" is no nameserver
      When Ama hands "baobab.example" over to "ns1.other.example, <name>"
      Then the request is refused as "invalid_request"
      And the refusal points to "nameServers/1"

      Examples:
        | name               |
        | ns2                |
        | 192.0.2.1          |
        | 2001:db8::1        |
        | ns_2.other.example |
        | -ns.other.example  |
        | ns2..example       |
        | *.other.example    |
        | ns 2.example       |
