Feature: Conversions of files in a bucket

  A job is started with what has arrived by then, checked as if it had been sent to
  the platform itself. A job that has a file does not end for want of one.

  Background:
    Given Ama may convert files
    And files are kept in a bucket, which tells nobody when one arrives

  @conv-start
  Rule: A job is started when its files are there

    Scenario: Both are there
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And "notes.md" arrived in the bucket
      And "prices.csv" arrived in the bucket
      When Ama starts the job
      And the workers have caught up
      Then the job is "succeeded"

    Scenario: One is missing
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And "notes.md" arrived in the bucket
      When Ama starts the job
      Then the request is refused as "upload_incomplete"
      And the refusal says "1 of 2"

  @conv-checksum
  Rule: A checksum is checked when the job is started

    Scenario: It is right
      Given Ama prepared "csv-to-json" of "prices.csv" with its SHA-256
      And "prices.csv" arrived in the bucket
      When Ama starts the job
      Then the job is "queued"
      And its checksum is verified

    Scenario: It is that of another file
      Given Ama prepared "csv-to-json" of "prices.csv" with the SHA-256 of another file
      And "prices.csv" arrived in the bucket
      When Ama starts the job
      Then the request is refused as "upload_incomplete"
      And the refusal says "checksum"

  @conv-expires
  Rule: A job that has a file does not end after an hour

    Scenario Outline: <files> of two files
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And "<there>" arrived in the bucket
      When 1 hour passes
      And Ama looks up the job
      Then the job is "uploading"
      And the job ends in 23 hours

      Examples:
        | files      | there      |
        | The first  | prices.csv |
        | The second | notes.md   |
