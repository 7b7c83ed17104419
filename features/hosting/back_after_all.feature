Feature: Sites that came back after all

  A panel may bring a site back and then fail to make the link. The customer asks
  again, and the site stays.

  Background:
    Given Ama has the free hosting "blog.example"
    And nobody used "blog.example" for 30 days

  @site-half-way
  Rule: A site that came back after all stays

    Scenario: The same request succeeds
      Given the panel will bring a site back but make no link
      And Ama asked for a link to the panel of "blog.example" with the key "back-to-my-blog"
      When Ama asks for a link to the panel of "blog.example" with the key "back-to-my-blog"
      Then the link brought the site back

    Scenario: The same request succeeded, and the site stays
      Given the panel will bring a site back but make no link
      And Ama asked for a link to the panel of "blog.example" with the key "back-to-my-blog"
      And Ama asked for a link to the panel of "blog.example" with the key "back-to-my-blog"
      When 2 minutes pass
      And the panel has caught up
      Then the hosting "blog.example" is "active"
      And the panel serves "blog.example"

    Scenario: Another request succeeds before the first is undone
      Given the panel will bring a site back but make no link
      And Ama asked for a link to the panel of "blog.example"
      When Ama asks for a link to the panel of "blog.example"
      And 2 minutes pass
      And the panel has caught up
      Then the link brought the site back
      And the hosting "blog.example" is "active"
      And the panel serves "blog.example"
