Feature: What comes back of a conversion

  An operation that was set aside comes back if nothing was converted without it
  being the file's fault.

  @conv-quota-back
  Rule: What was not converted comes back, unless it was the file's fault

    Scenario: A cancelled job
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      When Ama cancels the job
      Then Ama has used 0 operations

    Scenario: A job that nobody went on with
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      When 1 hour passes
      Then Ama has used 0 operations

    Scenario: A file that is not what it says
      Given Ama may convert files
      And Ama prepared "image-convert" of "broken.png" with the options '{"format": "webp"}'
      And Ama sent "broken.png"
      And Ama started the job
      When the workers have caught up
      Then Ama has used 1 operation
