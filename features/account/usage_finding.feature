Feature: Finding what was asked for

  Whoever looks for one request among thousands knows what it was, how it ended
  or when.

  Background:
    Given Ama owns the domain "baobab.example"
    And Kofi owns the domain "marula.example"
    And Ama has looked up her account and "baobab.example"
    And 10 minutes passed
    And Ama has looked up her account and "marula.example"
    And 10 minutes passed

  @usage-finding
  Rule: The usage shows only what the customer asks for

    Scenario Outline: Usage <asked>
      When Ama asks for her usage <asked>
      Then she sees the usage "<usage>"

      Examples:
        | asked                                                   | usage                            |
        | of "account"                                            | account, account                 |
        | that was rejected                                       | domain                           |
        | that was done                                           | account, domain, account         |
        | of "domain" that was done                               | domain                           |
        | of "nothing"                                            |                                  |
        | from 20 to 10 minutes ago                               | domain, account                  |
        | from 10 to 0 minutes ago                                | domain, account                  |
        | from 60 to 0 minutes ago                                | domain, account, domain, account |
        | of "domain" that was rejected from 20 to 10 minutes ago |                                  |

    Scenario: An operation without a name
      When Ama asks for her usage of ""
      Then the request is refused as "invalid_request"
      And the refusal points to "operationId"

  @usage-finding-summary
  Rule: The sums are those of all usage

    Scenario: The sums beside what was rejected
      When Ama asks for her usage that was rejected
      Then the sums beside it count 4 entries
