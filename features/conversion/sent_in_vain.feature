Feature: What is sent in vain

  A job begins with its first byte, and ends for good: whatever comes before the one
  and after the other changes nothing.

  Background:
    Given Ama may convert files
    And Ama prepared "csv-to-json" of "prices.csv"

  @conv-cancel
  Rule: Who sent no byte has sent no file

    Scenario: An upload without a byte
      Given Ama sent no byte of "prices.csv"
      When Ama cancels the job
      Then the job is "cancelled"

  @conv-upload-address
  Rule: A job that is over takes no file, not even its own again

    Scenario: It has succeeded
      Given Ama sent "prices.csv"
      And Ama started the job
      And the workers caught up
      When Ama sends "prices.csv" to the first address
      Then the file is refused as "upload_not_awaited"
