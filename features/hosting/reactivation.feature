Feature: Coming back to Free Hosting

  A site that was suspended because nobody used it comes back by itself when
  its owner asks for a link, until the day on which it is deleted.

  Background:
    Given Ama has the free hosting "blog.example"
    And nobody used "blog.example" for 30 days

  @site-reactivated
  Rule: Before the deadline, a link brings the site back

    Scenario: On the last day
      When 30 days pass but for a second
      And Ama asks for a link to the panel of "blog.example"
      Then the link brought the site back
      And the hosting "blog.example" is "active"
      And "blog.example" is not to be deleted
      And "blog.example" was last used now
      And the panel serves "blog.example"

    Scenario: The site has another thirty days
      Given Ama asked for a link to the file manager of "blog.example"
      When 29 days pass
      Then the hosting "blog.example" is "active"

    Scenario: Another thirty days later
      Given Ama asked for a link to the file manager of "blog.example"
      When 30 days pass
      Then the hosting "blog.example" is "inactivity_suspended"
      And "blog.example" is to be deleted in 30 days

    Scenario: The site stays back when everything has caught up
      When Ama asks for a link to the panel of "blog.example"
      And 2 minutes pass
      And the panel has caught up
      Then the hosting "blog.example" is "active"
      And the panel serves "blog.example"

    Scenario: The next link finds it in use
      When Ama asks for a link to the panel of "blog.example"
      And Ama asks for a link to the panel of "blog.example"
      Then the link brought the site nothing new

    Scenario: The same request again
      When Ama asks for a link to the panel of "blog.example" with the key "back-to-my-blog"
      And Ama asks for a link to the panel of "blog.example" with the key "back-to-my-blog"
      Then the answer is the first one again
      And the link brought the site back
