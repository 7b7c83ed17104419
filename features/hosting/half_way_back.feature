Feature: Sites that came back half-way

  A panel may bring a site back and then fail to make the link. Whatever it went
  through, the site is what its record says.

  Background:
    Given Ama has the free hosting "blog.example"

  @site-half-way
  Rule: A site that came back half-way is suspended again

    Background:
      Given nobody used "blog.example" for 30 days

    Scenario: The site comes back, but there is no link
      Given the panel will bring a site back but make no link
      When Ama asks for a link to the panel of "blog.example"
      Then the request is refused as "provider_failed"
      And the hosting "blog.example" is "inactivity_suspended"
      And "blog.example" is to be deleted in 30 days
      And "blog.example" shows no use
      And the panel serves "blog.example"

    Scenario: A moment later
      Given the panel will bring a site back but make no link
      And Ama asked for a link to the panel of "blog.example"
      When the panel has caught up
      Then the panel has suspended "blog.example"
      And the hosting "blog.example" is "inactivity_suspended"

    Scenario Outline: The panel <trouble>, and does not bring the site back
      Given the panel <trouble> the next request
      When Ama asks for a link to the panel of "blog.example"
      And the panel has caught up
      Then the hosting "blog.example" is "inactivity_suspended"
      And the panel has suspended "blog.example"

      Examples:
        | trouble                   |
        | will refuse               |
        | will be away for          |
        | will die half-way through |
