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

  Rule: The activity shows only what the customer asks for

    Scenario Outline: Activity <asked>
      When Ama asks for her activity <asked>
      Then she sees the activity "<activity>"

      Examples:
        | asked                                               | activity                         |
        | of "account"                                        | account, account                 |
        | that was rejected                                   | domain                           |
        | that was done                                       | account, domain, account         |
        | of "domain" that was done                           | domain                           |
        | of "nothing"                                        |                                  |
        | from 20 to 10 minutes ago                           | domain, account                  |
        | from 10 to 0 minutes ago                            | domain, account                  |
        | from 60 to 0 minutes ago                            | domain, account, domain, account |
        | of "domain" that was rejected from 20 to 10 minutes ago |                              |

    Scenario: An operation without a name
      When Ama asks for her activity of ""
      Then the request is refused as "invalid_request"
      And the refusal points to "operationId"

  Rule: The sums are those of all activity

    Scenario: The sums beside what was rejected
      When Ama asks for her activity that was rejected
      Then the sums beside it count 4 entries
