Feature: Cancelling a conversion

  What was prepared by mistake is cancelled, as long as nothing was sent.

  Background:
    Given Ama may convert files

  @conv-cancel
  Rule: A job can be cancelled before its first file is sent

    Scenario: Nothing was sent
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama cancels the job
      Then the request is accepted
      And the job is "cancelled"
      And no file is awaited any more

    Scenario: Twice under the same key
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama cancelled the job with the key "no-prices"
      When Ama cancels the job with the key "no-prices"
      Then the request is accepted
      And the job is "cancelled"
      And Ama has used 0 operations

    Scenario: One of two files was sent
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And Ama sent "notes.md"
      When Ama cancels the job
      Then the request is refused as "job_not_cancellable"
      And the job is "uploading"

    Scenario: A file that was cut short had begun
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv" cut short without a word of it
      When Ama cancels the job
      Then the request is refused as "job_not_cancellable"

    Scenario Outline: A job that is <state>
      Given Ama prepared "csv-to-json" of "prices.csv"
      And the job became "<state>"
      When Ama cancels the job
      Then the request is refused as "job_not_cancellable"

      Examples:
        | state      |
        | uploading  |
        | ready      |
        | queued     |
        | processing |
        | succeeded  |
        | failed     |
        | cancelled  |
        | expired    |
