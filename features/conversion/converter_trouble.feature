Feature: When the converter does not do its part

  Converters are away, and workers die. The job waits, and the customer pays only for
  what was done.

  Background:
    Given Ama may convert files

  @conv-lost-worker
  Rule: Nothing is lost when a worker cannot go on

    Scenario: The converter is away for a while
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      And the converter will be away for the next 2 requests
      When the converter has had 4 attempts
      And Ama looks up the job
      Then the job is "succeeded"
      And Ama has used 1 operation

    Scenario: Meanwhile the job waits
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      And the converter will be away for the next request
      When the workers have caught up
      And Ama looks up the job
      Then the job is "queued"

    Scenario: The converter stays away
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      And the converter will be away for the next 100 requests
      When the converter has had a day more
      And Ama looks up the job
      Then the job is "failed" as "conversion_unavailable"
      And Ama has used 0 operations

    Scenario: A worker died
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      And a worker died on the conversion
      When 20 seconds pass
      And the workers have caught up
      And Ama looks up the job
      Then the job is "succeeded"
      And Ama has used 1 operation
