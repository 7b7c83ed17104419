Feature: Links into the panel

  A customer's program sends its user into the control panel or the file
  manager without a password: by a link that works once, for five minutes.

  @site-link
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

  @site-activity
  Rule: A link that was made is use of Free Hosting

    Scenario: Free Hosting
      Given Ama has the free hosting "blog.example"
      When 3 days pass
      And Ama asks for a link to the file manager of "blog.example"
      Then "blog.example" was last used now

    Scenario: Standard hosting lives without it
      Given Ama has the standard hosting "shop.example"
      When Ama asks for a link to the panel of "shop.example"
      Then "shop.example" shows no use

  @site-link-states
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
