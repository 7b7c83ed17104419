Feature: Jobs of a bucket that nobody goes on with

  Looking into a bucket keeps nothing alive that nobody goes on with.

  Background:
    Given Ama may convert files
    And files are kept in a bucket, which tells nobody when one arrives
    And Ama prepared "csv-to-json" of "prices.csv"

  @conv-expires
  Rule: A job without a file ends after an hour

    Scenario: Nothing arrived
      When 1 hour passes
      And Ama looks up the job
      Then the job is "expired"

  @conv-expires
  Rule: A job that nobody starts ends after a day

    Scenario: Its file arrived, and that is all
      Given "prices.csv" arrived in the bucket
      And 1 hour passed
      When 23 hours pass
      And Ama looks up the job
      Then the job is "expired"
