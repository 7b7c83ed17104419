Feature: What the panel is told, and how often

  A panel is told what has changed and nothing else, however that comes about.

  @site-panel-told
  Rule: What an order became while the panel was busy is told after it

    Scenario: It is paid while the panel suspends its site
      Given Ama has the standard hosting "shop.example"
      And the hosting "shop.example" became "suspended"
      And the platform has tidied up
      And the panel is at work on what is queued
      And the hosting "shop.example" became "active"
      When the panel answers
      And the panel has caught up
      Then the panel serves "shop.example"

  @site-reactivated
  Rule: A panel that brought a site back is not told again

    Scenario: Two days later
      Given Ama has the free hosting "blog.example"
      And nobody used "blog.example" for 30 days
      And Ama asked for a link to the panel of "blog.example"
      When 2 days pass
      And the panel has caught up
      Then the panel was asked 3 times
