Feature: The life of Free Hosting

  Free Hosting is free for those who use it. A site that nobody has opened for
  thirty days is suspended, and deleted thirty days later.

  Background:
    Given Ama has the free hosting "blog.example"

  Rule: After thirty days without a link it is suspended

    Scenario: Day by day
      When 30 days pass but for a second
      Then the hosting "blog.example" is "active"
      When 1 second passes
      Then the hosting "blog.example" is "inactivity_suspended"
      And "blog.example" is to be deleted in 30 days
      When the panel has caught up
      Then the panel has suspended "blog.example"

    Scenario: A link starts the thirty days anew
      When 20 days pass
      And Ama asks for a link to the panel of "blog.example"
      And 29 days pass
      Then the hosting "blog.example" is "active"
      And "blog.example" was last used 29 days ago
      When 1 day passes
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

  Rule: Thirty days after the suspension it is deleted

    Scenario: Day by day
      Given nobody used "blog.example" for 30 days
      When 30 days pass but for a second
      Then the hosting "blog.example" is "inactivity_suspended"
      When 1 second passes
      Then the hosting "blog.example" is "terminated"
      When the panel has caught up
      Then the panel has removed "blog.example"

  Rule: Nobody loses days because the platform was down

    Scenario: Ninety days without the platform
      When 90 days pass in which the platform is down
      And the platform is up again
      Then the hosting "blog.example" is "inactivity_suspended"
      And "blog.example" is to be deleted in 30 days
      When 29 days pass
      Then the hosting "blog.example" is "inactivity_suspended"
      When 1 day passes
      Then the hosting "blog.example" is "terminated"

    Scenario: Two processes look at the time at once
      When 30 days pass in which the platform is down
      And the platform looks at the time, twice at once
      And the panel has caught up
      Then the hosting "blog.example" is "inactivity_suspended"
      And the panel was asked once

  Rule: A panel that is away does not save a site, nor lose a suspension

    Scenario: The panel is away for a while
      Given the panel will be away for the next 3 requests
      When 30 days pass
      And the panel has had 4 attempts
      Then the panel has suspended "blog.example"

    Scenario: The panel is away until nobody tries any more
      Given the panel will be away for the next 10 requests
      When 30 days pass
      And the panel has had a day more
      Then the panel serves "blog.example"
      When 1 day passes
      And the panel has caught up
      Then the panel has suspended "blog.example"
