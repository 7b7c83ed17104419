@rest
Feature: Figures for Prometheus

  What happens is counted, so that an operator sees trouble before customers
  call. The figures name routes, never customers, and stay few.

  Background:
    Given the platform was started by "hosting --metrics-listen 127.0.0.1:0" on the demo data

  @ops-metrics
  Rule: Requests are counted by method, route and status

    Scenario: Requests that were answered
      When the customer looks up the account 3 times
      Then the figures count 3 requests of "GET" on "/v1/account" that ended in 200

    Scenario: A request that was refused
      When somebody without a key looks up the account
      Then the figures count 1 request of "GET" on "/v1/account" that ended in 401

    Scenario: Paths that nobody serves are one
      When somebody asks for "/one"
      And somebody asks for "/another"
      Then the figures count 2 requests of "GET" on "-" that ended in 404

  @ops-metrics
  Rule: They tell what is under way, what waits, and how long answers took

    Scenario: What is there from the start
      When the operator asks for the figures
      Then they tell of "hosting_requests_in_flight, hosting_places_taken, hosting_database_up, hosting_backend_up, hosting_usage_entries_waiting, hosting_build_info"

  @ops-metrics
  Rule: They name no customer

    Scenario: A domain that was looked up
      When the customer looks up the domain "saltskarkayaks.com"
      Then the figures count 1 request of "GET" on "/v1/domains/{domainId}" that ended in 200
      And its identity is not among the figures
