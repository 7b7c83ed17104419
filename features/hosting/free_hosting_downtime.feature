Feature: Free Hosting when something is down

  A site is suspended or deleted by the calendar, and not by how the platform or the
  panel is doing. Nobody loses days by that.

  Background:
    Given Ama has the free hosting "blog.example"

  @site-downtime
  Rule: Nobody loses days because the platform was down

    Scenario: Ninety days without the platform
      When 90 days pass in which the platform is down
      And the platform is up again
      Then the hosting "blog.example" is "inactivity_suspended"
      And "blog.example" is to be deleted in 30 days

    Scenario Outline: Ninety days without the platform, and <days> days more
      Given 90 days passed in which the platform was down
      And the platform is up again
      When <days> days pass
      Then the hosting "blog.example" is "<status>"

      Examples:
        | days | status               |
        | 29   | inactivity_suspended |
        | 30   | terminated           |

    Scenario: Two processes look at the time at once
      When 30 days pass in which the platform is down
      And the platform looks at the time, twice at once
      And the panel has caught up
      Then the hosting "blog.example" is "inactivity_suspended"
      And the panel was asked once

  @site-panel-away
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
      And the panel was asked 10 times

    Scenario: The next day it is tried anew
      Given the panel will be away for the next 10 requests
      And nobody used "blog.example" for 30 days
      And the panel has had a day more
      When 1 day passes
      And the panel has caught up
      Then the panel has suspended "blog.example"
