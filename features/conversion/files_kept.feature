Feature: How many bytes an account keeps at one time

  Files that were announced, sent and made take room until they go: 10 GiB for
  each account.

  Background:
    Given Ama may convert files
    And Ama keeps made files of 10737418140 bytes

  @conv-budget-bytes
  Rule: An account keeps at most 10 GiB of files

    Scenario Outline: A file of <size> bytes where 100 are left
      When Ama prepares "csv-to-json" of a file of <size> bytes
      Then the request is <outcome>

      Examples:
        | size | outcome                 |
        | 100  | accepted                |
        | 101  | refused as "overloaded" |

    Scenario Outline: A file that was <how>, of a job that is "<status>"
      Given Ama has a job that is "<status>", whose file of 60 bytes was <how>
      When Ama prepares "csv-to-json" of a file of 60 bytes
      Then the request is <outcome>

      Examples:
        | how            | status     | outcome                 |
        | announced only | uploading  | refused as "overloaded" |
        | sent           | processing | refused as "overloaded" |
        | sent           | failed     | refused as "overloaded" |
        | announced only | expired    | accepted                |

    Scenario: What was announced counts until its job is cancelled
      Given Ama prepared "csv-to-json" of a file of 60 bytes
      And Ama cancelled the job
      When Ama prepares "csv-to-json" of a file of 60 bytes
      Then the request is accepted

    Scenario: What is told, and costs nothing
      When Ama prepares "csv-to-json" of a file of 101 bytes
      Then the refusal says "at most 10737418240 bytes"
      And the refusal says when to come back
      And Ama has used 0 operations

    Scenario: Two ask for what is left at once
      When Ama prepares "csv-to-json" of "prices.csv" 5 times at once
      Then 3 of them are accepted

    Scenario: Files have gone
      When 24 hours pass
      And Ama prepares "csv-to-json" of a file of 101 bytes
      Then the request is accepted
