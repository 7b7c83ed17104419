Feature: How many conversions an account has at one time

  Who prepares conversions and never goes on with them takes no room from
  others.

  Background:
    Given Ama may convert files

  @conv-budget-jobs
  Rule: An account has at most 100 jobs that are not over

    Scenario Outline: A hundred that are "<status>"
      Given Ama has 100 jobs that are "<status>"
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is <outcome>

      Examples:
        | status          | outcome                 |
        | awaiting_upload | refused as "overloaded" |
        | uploading       | refused as "overloaded" |
        | ready           | refused as "overloaded" |
        | queued          | refused as "overloaded" |
        | processing      | refused as "overloaded" |
        | succeeded       | accepted                |
        | failed          | accepted                |
        | cancelled       | accepted                |
        | expired         | accepted                |

    Scenario: What is told, and costs nothing
      Given Ama has 100 jobs that are "ready"
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the refusal says "at most 100 conversions at one time"
      And the refusal says when to come back
      And Ama has used 0 operations

    Scenario: Two ask for the last place at once
      Given Ama has 99 jobs that are "ready"
      When Ama prepares "csv-to-json" of "prices.csv" 2 times at once
      Then 1 of them is accepted

    Scenario: The last one is asked for again
      Given Ama has 99 jobs that are "ready"
      When Ama prepares "csv-to-json" of "prices.csv" with the key "prices-2031-01"
      And Ama prepares "csv-to-json" of "prices.csv" with the key "prices-2031-01"
      Then the answer is the first one again

    Scenario: One is cancelled
      Given Ama has 99 jobs that are "ready"
      And Ama prepared "csv-to-json" of "prices.csv"
      When Ama cancels the job
      And Ama prepares "csv-to-json" of "prices.csv"
      Then the request is accepted

    Scenario: Somebody else has a hundred
      Given Kofi may convert files
      And Kofi has 100 jobs that are "ready"
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is accepted
