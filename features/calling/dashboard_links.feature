@graphql
Feature: From record to record

  What belongs together is asked for together: a page goes from mail to its domain, and
  from a conversion to its tool.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"
    And Ama has an email service for "baobab.example", which is "active"
    And Ama has the free hosting "blog.example"
    And Ama has the container "web"
    And Ama has the machine "db"

  @graph-relations
  Rule: A record leads to what belongs to it

    Scenario: From mail to its domain
      When Ama opens her dashboard
      Then the page shows the domain "baobab.example" beside its mail

    Scenario: From a domain to its mail
      When Ama asks for her domains with their mail
      Then the mail under "baobab.example" leads back to it

    Scenario: A plan stands beside the service that it comes from
      Given Ama may convert files
      And Ama ordered the "conversion" service "files"
      And Ama ordered the "conversion" service "files of last year" and it is "cancelled"
      And Ama ordered the "conversion" service "more files" and it is "provisioning"
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page shows a conversion plan beside "files" alone

    Scenario: From a conversion to its tool
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      When Ama looks up the job with its tool
      Then she is told that the tool takes "text/csv"
