Feature: Starting a conversion

  When all files are there, the customer starts the job. From then on the
  platform works by itself.

  Background:
    Given Ama may convert files

  @conv-start
  Rule: A job is started when its files are there

    Scenario: All are there
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      When Ama starts the job
      Then the request is accepted
      And the job is "queued"

    Scenario: None is there
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama starts the job
      Then the request is refused as "upload_incomplete"
      And the job is "awaiting_upload"

    Scenario: One is missing
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And Ama sent "notes.md"
      When Ama starts the job
      Then the request is refused as "upload_incomplete"
      And the refusal says "1 of 2"

    Scenario: Twice under the same key
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job with the key "start-of-prices"
      When Ama starts the job with the key "start-of-prices"
      Then the request is accepted
      And the workers have one job

    Scenario: Twice under another key
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      When Ama starts the job
      Then the request is refused as "job_not_startable"

    Scenario Outline: A job that is <state>
      Given Ama prepared "csv-to-json" of "prices.csv"
      And the job became "<state>"
      When Ama starts the job
      Then the request is refused as "job_not_startable"

      Examples:
        | state      |
        | queued     |
        | processing |
        | succeeded  |
        | failed     |
        | cancelled  |
        | expired    |
