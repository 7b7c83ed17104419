Feature: Names that are none

  Who writes the whole name, or makes a slip, would get a record that nobody asks
  for. So we refuse it, and say what was probably meant.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-name-valid
  Rule: What is no name within the domain is refused

    Scenario Outline: "<written>" is refused
      When Ama adds the A record "<written>" with "192.0.2.1" to "baobab.example"
      Then the request is refused as "invalid_dns_name"
      And the refusal points to "name"

      Examples:
        | written             |
        | baobab.example      |
        | www.baobab.example  |
        | WWW.Baobab.Example. |
        | www.                |
        | a..b                |
        | -www                |
        | www-                |
        | foo_bar             |
        | www.*               |
        | w*                  |
        | _*                  |
        | a b                 |
        | xn--99999999999     |

    Scenario: A name that repeats the domain comes with a hint
      When Ama adds the A record "www.baobab.example" with "192.0.2.1" to "baobab.example"
      Then the refusal says "write www instead of www.baobab.example"
