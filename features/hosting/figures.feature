Feature: What a site uses

  Customers see what their sites use before they run into a limit. The panel
  knows, and is asked each time.

  Background:
    Given Ama has the standard hosting "shop.example"

  @site-stats
  Rule: The figures are those of the moment

    Scenario: Looking once
      When Ama asks what "shop.example" uses
      Then the figures are within their limits, and of this moment

    Scenario: Looking again
      Given Ama asked what "shop.example" uses
      When 3 days pass
      And Ama asks what "shop.example" uses
      Then the figures are within their limits, and of this moment
      And the figures have moved

  @site-stats-states
  Rule: A suspended site still has its figures, one that is gone has none

    Scenario: A site that is suspended
      Given the hosting "shop.example" became "suspended"
      And the panel has caught up
      When Ama asks what "shop.example" uses
      Then the figures are within their limits, and of this moment

    Scenario: A site that is gone
      Given the hosting "shop.example" became "terminated"
      When Ama asks what "shop.example" uses
      Then the request is refused as "service_unavailable_state"
