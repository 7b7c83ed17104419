Feature: What a site uses

  Customers see what their sites use before they run into a limit. The panel
  knows, and is asked each time.

  Background:
    Given Ama has the standard hosting "shop.example"

  Rule: The figures are those of the moment

    Scenario: Looking twice
      When Ama asks what "shop.example" uses
      Then the figures are within their limits, and of this moment
      When 3 days pass
      And Ama asks what "shop.example" uses
      Then the figures are within their limits, and of this moment
      And the figures have moved

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

  Rule: A panel in trouble is named as such

    Scenario Outline: The panel <trouble>
      Given the panel <trouble> the next request
      When Ama asks what "shop.example" uses
      Then the request is refused as "<code>"
      When Ama asks what "shop.example" uses
      Then the request is accepted

      Examples:
        | trouble          | code             |
        | will refuse      | provider_failed  |
        | will be away for | provider_failed  |
        | will not answer  | provider_timeout |

  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's site
      Given Kofi has an account
      When Kofi asks what "shop.example" uses
      Then the request is refused as "service_not_found"

    Scenario: A service of another kind
      Given Ama ordered the "kvm" service "Shop server"
      When Ama asks what "Shop server" uses
      Then the request is refused as "service_not_found"
