@rest
Feature: When a secret was replaced

  A secret that leaked is finished when every server has the new one. From then on it
  opens nothing; what was made with the new one goes on.

  @proc-secret-rotate
  Rule: After ten minutes, when every server writes with the new one, the old one ends

    Background:
      Given the operator replaced the secret

    Scenario Outline: An address for a file, when <passed>
      Given Ama may convert files
      And <passed>
      And Ama prepared "csv-to-json" of "prices.csv"
      And 10 minutes passed
      And the operator finished with the old secret
      When 1 minute passes
      And Ama sends "prices.csv" to the first address
      Then the file is <what>

      Examples:
        | passed                            | what                     |
        | 5 minutes passed but for a second | refused as "url_invalid" |
        | 5 minutes passed                  | taken                    |

    Scenario: Too early
      When 10 minutes pass but for a second
      And the operator finishes with the old secret, which is too early
      And another server is started with the old secret
      Then neither of the two can be replaced yet

    Scenario: In time
      When 10 minutes pass
      And the operator finishes with the old secret
      Then no server can be started with the old secret

    Scenario: Once more
      Given 10 minutes passed
      And the operator finished with the old secret
      When the operator finishes with the old secret, of which there is none
      And another server is started with the new secret
      Then no server can be started with the old secret
