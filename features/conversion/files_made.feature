@rest @graphql
Feature: What becomes of files that were made

  A file that somebody sent may hold anything. What was made of it runs nowhere, and
  goes when nobody needs it any more.

  Background:
    Given Ama may convert files
    And Ama prepared "csv-to-json" of "prices.csv"
    And Ama sent "prices.csv"
    And Ama started the job
    And the workers caught up
    And Ama looked up the job

  @conv-download-safe
  Rule: It is never shown as a page of the platform

    Scenario: A browser saves it
      When Ama fetches "prices.json"
      Then a browser saves it and runs nothing of it

  @conv-removed
  Rule: Files go a day after the job is over

    Scenario: A day later
      When 24 hours pass
      And Ama looks up the job
      Then the job is "succeeded"
      And nothing can be fetched any more
      And the store has no file of the job

    Scenario: A second before
      When 24 hours pass but for a second
      Then the store has files of the job
