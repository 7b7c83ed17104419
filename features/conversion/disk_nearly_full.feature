Feature: A disk that is nearly full

  What is kept already has to be finished: files are taken in only where that
  leaves room. A bucket has no such bound.

  Background:
    Given Ama may convert files

  @conv-floor
  Rule: Nothing is prepared while the disk has less than 5 % and 1 GiB free

    Scenario Outline: <free> of <whole> MiB are free
      Given the disk has <free> of <whole> MiB free
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is <outcome>

      Examples:
        | free | whole  | outcome                 |
        | 512  | 10240  | accepted                |
        | 511  | 10240  | refused as "overloaded" |
        | 1024 | 102400 | accepted                |
        | 1023 | 102400 | refused as "overloaded" |

    Scenario: What is told, and costs nothing
      Given the disk has 10 of 10240 MiB free
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the refusal says when to come back
      And Ama has used 0 operations

    Scenario: What was prepared before is asked for again
      Given Ama prepared "csv-to-json" of "prices.csv" with the key "prices-2031-01"
      And the disk has 10 of 10240 MiB free
      When Ama prepares "csv-to-json" of "prices.csv" with the key "prices-2031-01"
      Then the answer is the first one again

  @conv-floor @rest @graphql
  Rule: Nor is a file taken that is sent

    Scenario: While there is little room
      Given Ama prepared "csv-to-json" of "prices.csv"
      And the disk has 10 of 10240 MiB free
      When Ama sends "prices.csv"
      Then the file is refused for now, and it is said when to come back
      And no file is there

    Scenario: Once there is room again
      Given Ama prepared "csv-to-json" of "prices.csv"
      And the disk has 10 of 10240 MiB free
      When Ama sends "prices.csv"
      And the disk has 5000 of 10240 MiB free again
      And Ama sends "prices.csv"
      Then the file is taken

    Scenario: What is there is converted
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And the disk has 10 of 10240 MiB free
      When Ama starts the job
      And the workers have caught up
      Then the job is "succeeded"
