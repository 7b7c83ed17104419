@graphql
Feature: Being told what becomes of conversions

  A file takes its time to be converted. Whoever shows it on a screen is told each
  time that it has got further.

  Background:
    Given Ama may convert files

  @live-job
  Rule: Whoever watches conversions is told of each step of a job

    Scenario: A job that is prepared
      Given Ama watches her conversions
      When Ama prepares "csv-to-json" of "prices.csv"
      Then Ama is told that the job is "awaiting_upload"

    Scenario: A job whose files are there
      Given Ama watches her conversions
      And Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv"
      Then Ama is told that the job is "ready"

    Scenario: A job that is started
      Given Ama watches her conversions
      And Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      When Ama starts the job
      Then Ama is told that the job is "queued"

    Scenario: A job that is done
      Given Ama watches her conversions
      And Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      When the workers have caught up
      Then Ama is told that the job is "succeeded"

  @live-job @conv-plan
  Rule: Conversions are watched by those who may convert

    Scenario: Without a plan
      Given Kofi has an account
      When Kofi begins to watch his conversions
      Then Kofi's watching ends as "conversion_plan_required"
