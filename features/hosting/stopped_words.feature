Feature: Why a site has no link

  Who asks for a link in vain is told whether the site may come back.

  @site-link-states
  Rule: The refusal says how the site stands

    Scenario Outline: An order that is "<order>"
      Given Ama has the standard hosting "shop.example"
      And the hosting "shop.example" became "<order>"
      When Ama asks for a link to the panel of "shop.example"
      Then the request is refused as "service_unavailable_state"
      And the refusal says "is <site>"

      Examples:
        | order      | site       |
        | suspended  | suspended  |
        | cancelled  | suspended  |
        | terminated | terminated |
