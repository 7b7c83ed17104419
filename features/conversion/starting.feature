Feature: Starting a conversion

  When all files are there, the customer starts the job. From then on the
  platform works by itself, and the record says how far it is.

  Background:
    Given Ama may convert files

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
      When Ama starts the job with the key "start-of-prices"
      And Ama starts the job with the key "start-of-prices"
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

  Rule: The work ends one way or the other

    Scenario: It succeeds
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      When the workers have caught up
      And Ama looks up the job
      Then the job is "succeeded"
      And its progress is 100
      And the job made "prices.json"

    Scenario: A file that is not what it says
      Given Ama prepared "image-convert" of "broken.png" with the options '{"format": "webp"}'
      And Ama sent "broken.png"
      And Ama started the job
      When the workers have caught up
      And Ama looks up the job
      Then the job is "failed" as "file_type_mismatch"
      And the job made nothing
      And the failure is about "broken.png"

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
