Feature: Which request an entry of the usage is about

  Whoever asks us about a request names its identity, and whoever counts wants
  to know what it was for. Both stand in its entry.

  Background:
    Given Ama owns the domain "baobab.example"

  @usage-operation
  Rule: An entry names the operation, its product, and the way it came

    @rest
    Scenario: Through REST
      When Ama looks up "baobab.example"
      Then the newest entry of Ama's usage tells
        | operation id | domain    |
        | product      | domains   |
        | facade       | rest      |
        | status       | succeeded |

    @graphql
    Scenario: Through the graph
      When Ama looks up "baobab.example"
      Then the newest entry of Ama's usage tells
        | operation id | domain    |
        | product      | domains   |
        | facade       | graphql   |
        | status       | succeeded |

  @rest @graphql
  @usage-request
  Rule: An entry carries the identity of its request, and when it was

    Scenario: A look-up, an hour after another
      Given Ama has looked up her account and "baobab.example"
      And 1 hour passed
      When Ama looks up "baobab.example"
      Then the newest entry of Ama's usage is about this request
      And the newest entry of Ama's usage is of this moment

  @usage-order
  Rule: Unless said, the newest 500 entries are shown

    Scenario: More than that
      When Ama looks up her account 510 times
      Then Ama's usage shows 500 entries of "account"
