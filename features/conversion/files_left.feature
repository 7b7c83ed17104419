Feature: Files that nobody needs any more

  Files of jobs that nobody goes on with are removed, whatever happened.

  Background:
    Given Ama may convert files

  @conv-removed
  Rule: Their files go

    Scenario: On the day that it expired
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      When 24 hours pass
      Then the store has files of the job

    Scenario: A day after it expired
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And 24 hours passed
      When 24 hours pass
      Then the store has no file of the job

    Scenario: Files of a job that is not there
      Given the store has files of a job that never was
      When 49 hours pass
      Then the store has no file of that job

    Scenario: Files of late of a job that is not there
      Given the store has files of a job that never was
      When 47 hours pass
      Then the store has files of that job
