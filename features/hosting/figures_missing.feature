Feature: When there are no figures

  Figures come from the panel alone, and go to the owner of the site alone. Where
  there are none, the customer is told why.

  Background:
    Given Ama has the standard hosting "shop.example"

  @site-panel-away
  Rule: A panel in trouble is named as such

    Scenario Outline: The panel <trouble> one request
      Given the panel <trouble> the next request
      When Ama asks what "shop.example" uses
      Then the request is refused as "<code>"

      Examples:
        | trouble          | code             |
        | will refuse      | provider_failed  |
        | will be away for | provider_failed  |
        | will not answer  | provider_timeout |

    Scenario: The panel is back
      Given the panel will be away for the next request
      And Ama asked what "shop.example" uses
      When Ama asks what "shop.example" uses
      Then the request is accepted

  @site-own
  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's site
      Given Kofi has an account
      When Kofi asks what "shop.example" uses
      Then the request is refused as "service_not_found"

    Scenario: A service of another kind
      Given Ama ordered the "kvm" service "Shop server"
      When Ama asks what "Shop server" uses
      Then the request is refused as "service_not_found"
