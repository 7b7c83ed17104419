@rest
Feature: Links from page to page

  A program need not make up the address of the next page: the answer links to it.

  Background:
    Given Ama owns the domain "baobab.example"

  @list-next
  Rule: A page names the next one

    Scenario: A list of which more remains
      Given Ama owns 3 domains more
      When Ama sends GET to "/v1/domains?limit=2"
      Then the answer links to the next page

    Scenario: Following it
      Given Ama owns 3 domains more
      And Ama has sent GET to "/v1/domains?limit=3"
      When Ama follows the link to the next page
      Then she sees the domains "baobab.example"
      And the answer links to no page

    Scenario Outline: The last page, of <limit>, where there are 4
      Given Ama owns 3 domains more
      When Ama sends GET to "/v1/domains?limit=<limit>"
      Then the answer links to no page

      Examples:
        | limit |
        | 4     |
        | 5     |
