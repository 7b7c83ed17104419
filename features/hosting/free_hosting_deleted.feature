Feature: When Free Hosting is deleted

  A site that was suspended because nobody used it is kept for another thirty days, and
  not longer.

  Background:
    Given Ama has the free hosting "blog.example"

  @site-deleted
  Rule: Thirty days after the suspension it is deleted

    Scenario: A second before it is deleted
      Given nobody used "blog.example" for 30 days
      When 30 days pass but for a second
      Then the hosting "blog.example" is "inactivity_suspended"

    Scenario: Thirty days later
      Given nobody used "blog.example" for 30 days
      When 30 days pass
      And the panel has caught up
      Then the hosting "blog.example" is "terminated"
      And the panel has removed "blog.example"
