Feature: Conversions that were broken off

  Processes die, and operators give work up. Nobody pays for that, and nothing of it
  stays on the disk.

  Background:
    Given Ama may convert files

  @conv-quota-back
  Rule: Work that nobody does any more costs nothing

    Scenario: The operator gives up what no version here can read
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the workers have caught up
      Then the job is "failed" as "conversion_unavailable"
      And Ama has used 0 operations

  @conv-removed
  Rule: What never was whole goes

    Scenario: The process died while a file arrived
      Given the process died while a file arrived
      When the process starts again
      Then nothing is left of that file
