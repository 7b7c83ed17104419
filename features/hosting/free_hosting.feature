Feature: The life of Free Hosting

  Free Hosting is free for those who use it. A site that nobody has opened for
  thirty days is suspended, and deleted thirty days later.

  Background:
    Given Ama has the free hosting "blog.example"

  @site-inactive
  Rule: After thirty days without a link it is suspended

    Scenario: A second before
      When 30 days pass but for a second
      Then the hosting "blog.example" is "active"

    Scenario: After thirty days
      When 30 days pass
      And the panel has caught up
      Then the hosting "blog.example" is "inactivity_suspended"
      And "blog.example" is to be deleted in 30 days
      And the panel has suspended "blog.example"

    Scenario: A link starts the thirty days anew
      Given 20 days passed
      And Ama asked for a link to the panel of "blog.example"
      When 29 days pass
      Then the hosting "blog.example" is "active"
      And "blog.example" was last used 29 days ago

    Scenario: Thirty days after the last link
      Given 20 days passed
      And Ama asked for a link to the panel of "blog.example"
      When 30 days pass
      Then the hosting "blog.example" is "inactivity_suspended"

    Scenario: Standard hosting is paid for, used or not
      Given Ama has the standard hosting "shop.example"
      When 90 days pass
      Then the hosting "shop.example" is "active"
      And "shop.example" is not to be deleted

    Scenario: What was suspended for another reason stays that
      Given the hosting "blog.example" became "suspended"
      When 90 days pass
      Then the hosting "blog.example" is "suspended"
      And "blog.example" is not to be deleted
