Feature: When the panel does not do its part

  A panel may be away, slow, or break in the middle. A site is in use or
  suspended as its record says, whatever the panel went through.

  Background:
    Given Ama has the free hosting "blog.example"

  Rule: Without a link there was no activity

    Scenario Outline: The panel <trouble>
      Given the panel <trouble> the next request
      When Ama asks for a link to the panel of "blog.example"
      Then the request is refused as "<code>"
      And "blog.example" shows no use

      Examples:
        | trouble                   | code             |
        | will refuse               | provider_failed  |
        | will be away for          | provider_failed  |
        | will not answer           | provider_timeout |
        | will die half-way through | provider_failed  |

    Scenario: The same request is sent again
      Given the panel will not answer the next request
      When Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      And Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      Then the link opens the panel for 5 minutes
      And "blog.example" was last used now

    Scenario: Another request under the key of one that failed
      Given the panel will not answer the next request
      When Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      And Ama asks for a link to the file manager of "blog.example" with the key "into-the-panel"
      Then the request is refused as "idempotency_key_conflict"

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
      When the panel has caught up
      Then the panel has suspended "blog.example"

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

    Scenario: The same request succeeds, and the site stays
      Given the panel will bring a site back but make no link
      When Ama asks for a link to the panel of "blog.example" with the key "back-to-my-blog"
      And Ama asks for a link to the panel of "blog.example" with the key "back-to-my-blog"
      Then the link brought the site back
      When 2 minutes pass
      And the panel has caught up
      Then the hosting "blog.example" is "active"
      And the panel serves "blog.example"

    Scenario: Another request succeeds before the first is undone
      Given the panel will bring a site back but make no link
      When Ama asks for a link to the panel of "blog.example"
      And Ama asks for a link to the panel of "blog.example"
      Then the link brought the site back
      When 2 minutes pass
      And the panel has caught up
      Then the hosting "blog.example" is "active"
      And the panel serves "blog.example"
