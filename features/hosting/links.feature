Feature: Links into the panel

  A customer's program sends its user into the control panel or the file
  manager without a password: by a link that works once, for five minutes.

  Rule: A link opens what was asked for

    Scenario Outline: The <target> of <kind> hosting
      Given Ama has the <kind> hosting "shop.example"
      When Ama asks for a link to the <target> of "shop.example"
      Then the link opens the <target> for 5 minutes
      And the link brought the site nothing new

      Examples:
        | kind     | target       |
        | standard | panel        |
        | standard | file manager |
        | free     | panel        |
        | free     | file manager |

    Scenario: A site whose bill is late, but not too late
      Given Ama has the standard hosting "shop.example"
      And the hosting "shop.example" became "past_due"
      When Ama asks for a link to the panel of "shop.example"
      Then the request is accepted

  Rule: A link that was made is activity of Free Hosting

    Scenario: Free Hosting
      Given Ama has the free hosting "blog.example"
      When 3 days pass
      And Ama asks for a link to the file manager of "blog.example"
      Then "blog.example" was last used now

    Scenario: Standard hosting lives without it
      Given Ama has the standard hosting "shop.example"
      When Ama asks for a link to the panel of "shop.example"
      Then "shop.example" shows no use

  Rule: A stopped site has no links

    Scenario Outline: <kind> hosting whose order is "<order>"
      Given Ama has the <kind> hosting "shop.example"
      And the hosting "shop.example" became "<order>"
      When Ama asks for a link to the panel of "shop.example"
      Then the request is refused as "service_unavailable_state"
      And "shop.example" shows no use
      And the panel was asked 0 times

      Examples:
        | kind     | order      |
        | standard | suspended  |
        | standard | cancelled  |
        | standard | terminated |
        | free     | suspended  |
        | free     | terminated |

  Rule: A request that is sent again gets the same link

    Background:
      Given Ama has the free hosting "blog.example"

    Scenario: The same key
      When Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      And 1 minute passes
      And Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      Then the answer is the first one again
      And the panel was asked once

    Scenario: Another key
      When Ama asks for a link to the panel of "blog.example"
      And Ama asks for a link to the panel of "blog.example"
      Then the link is another one than the first

    Scenario: The same key for something else
      When Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      And Ama asks for a link to the file manager of "blog.example" with the key "into-the-panel"
      Then the request is refused as "idempotency_key_conflict"

  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's site
      Given Ama has the standard hosting "shop.example"
      And Kofi has an account
      When Kofi asks for a link to the panel of "shop.example"
      Then the request is refused as "service_not_found"
      And the panel was asked 0 times
