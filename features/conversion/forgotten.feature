Feature: Jobs that are forgotten

  What somebody had converted, and what their files were called, is nobody's business for
  ever.

  Background:
    Given today is "2031-01-10"
    And Ama may convert files
    And Ama prepared "csv-to-json" of "prices.csv"
    And 1 hour passed
    And 1 day passed

  @conv-forgotten
  Rule: A job is there for 90 days after its files have gone, and no longer

    Scenario: A second less
      When 90 days pass but for a second
      And Ama looks up the job
      Then the job is "expired"

    Scenario: 90 days
      When 90 days pass
      And Ama looks up the job
      Then the request is refused as "job_not_found"

    Scenario: Nothing is left of it
      When 90 days pass
      Then nothing is known of any job
