@rest @graphql
Feature: Fetching what was made

  What was made waits for a day, under addresses that live for a quarter of an
  hour.

  Background:
    Given Ama may convert files
    And Ama prepared "csv-to-json" of "prices.csv"
    And Ama sent "prices.csv"
    And Ama started the job
    And the workers caught up
    And Ama looked up the job

  @conv-download
  Rule: An address lives for 15 minutes

    Scenario: At once
      When Ama fetches "prices.json"
      Then it is of the type "application/json"
      And it is to be saved as "prices.json"
      And it is what the record says that it is
      And it holds the prices

    Scenario: A quarter of an hour later
      When 15 minutes pass
      And Ama fetches "prices.json"
      Then the file is refused as "url_expired"

    Scenario: After another look
      When 15 minutes pass
      And Ama looks up the job
      And Ama fetches "prices.json"
      Then it holds the prices

    Scenario: A changed address
      When Ama fetches "prices.json" by an address with another signature
      Then the file is refused as "url_invalid"

  @conv-download-part
  Rule: A part can be fetched

    Scenario: The first ten bytes
      When Ama fetches bytes 0 to 9 of "prices.json"
      Then she gets 10 bytes of it

    Scenario: A part that it has not
      When Ama fetches bytes 1000000 to 1000009 of "prices.json"
      Then she is told that it has no such part
