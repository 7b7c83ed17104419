Feature: How a conversion ends

  Once it is started, the platform works by itself, and the record says how far it
  is, and what came of it.

  Background:
    Given Ama may convert files

  @conv-ends @conv-failed
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
