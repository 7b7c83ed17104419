Feature: Sites at several panels

  A company has more than one server with a panel. Each site is at one of them
  and stays there, and a panel that is away is nothing to the others.

  Background:
    Given the operator lists two backends of sites, "fra" and "ams"
    And Ama has the standard hosting "shop.example"
    And Ama has the standard hosting "blog.example"
    And the site "blog.example" is at "ams"

  @site-backend
  Rule: A link leads to the panel where the site is

    Scenario: Elsewhere
      When Ama asks for a link to the panel of "blog.example"
      Then the link opens the panel for 5 minutes
      And "ams" was asked, and "fra" was not

    Scenario: One that names no panel is at the default
      When Ama asks for a link to the panel of "shop.example"
      Then the link opens the panel for 5 minutes
      And "fra" was asked, and "ams" was not

  @site-backend-away
  Rule: A panel that is away holds up no other

    Scenario: Its own sites have no links now
      Given "ams" will be away for the next 3 requests
      When Ama asks for a link to the panel of "blog.example"
      Then the request is refused as "provider_failed"

    Scenario: The sites of others have
      Given "ams" will be away for the next 3 requests
      When Ama asks for a link to the panel of "shop.example"
      Then the link opens the panel for 5 minutes
