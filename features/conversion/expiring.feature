Feature: Jobs that nobody goes on with

  Nothing is kept for ever: a job without files ends after an hour, one whose
  files are on their way after a day.

  Background:
    Given Ama may convert files

  @conv-expires
  Rule: A job waits an hour for its first file

    Scenario: An hour without a file
      Given Ama prepared "csv-to-json" of "prices.csv"
      When 1 hour passes
      And Ama looks up the job
      Then the job is "expired"
      And no file is awaited any more

    Scenario: A second less
      Given Ama prepared "csv-to-json" of "prices.csv"
      When 1 hour passes but for a second
      And Ama looks up the job
      Then the job is "awaiting_upload"

  @conv-expires
  Rule: Files have a day to arrive, and to be started

    Scenario: One never came
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And Ama sent "notes.md"
      When 24 hours pass
      And Ama looks up the job
      Then the job is "expired"

    Scenario: Nobody started it
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      When 24 hours pass
      And Ama looks up the job
      Then the job is "expired"
