Feature: Files in a bucket

  Where files go straight to a bucket, nobody tells the platform when one arrives.
  It looks there, and promises the same.

  Background:
    Given Ama may convert files
    And files are kept in a bucket, which tells nobody when one arrives
    And Ama prepared "files-to-zip" of "prices.csv, notes.md"

  @conv-upload
  Rule: The job is ready when all files are there

    Scenario: None is there
      When Ama looks up the job
      Then the job is "awaiting_upload"
      And only "prices.csv, notes.md" is awaited

    Scenario: One is there
      Given "notes.md" arrived in the bucket
      When Ama looks up the job
      Then the job is "uploading"
      And only "prices.csv" is awaited

    Scenario: Both are there
      Given "notes.md" arrived in the bucket
      And "prices.csv" arrived in the bucket
      When Ama looks up the job
      Then the job is "ready"
      And no file is awaited any more

  @conv-upload-exact
  Rule: A file of another size is not the file

    Scenario: A part of one
      Given a part of "notes.md" arrived in the bucket
      When Ama looks up the job
      Then the job is "awaiting_upload"

  @conv-cancel
  Rule: A job can be cancelled before its first file is there

    Scenario: None is there, and the job is cancelled
      When Ama cancels the job
      Then the job is "cancelled"

    Scenario: One is there, and the job goes on
      Given "notes.md" arrived in the bucket
      When Ama cancels the job
      Then the request is refused as "job_not_cancellable"
