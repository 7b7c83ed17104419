Feature: A site and its order

  A site is in use for as long as its order is. The panel is told when that has
  changed.

  @site-status
  Rule: A site stands as its order does

    Scenario Outline: An order that is "<order>"
      Given Ama has the standard hosting "shop.example"
      When the hosting "shop.example" becomes "<order>"
      Then the hosting "shop.example" is "<site>"

      Examples:
        | order      | site       |
        | active     | active     |
        | past_due   | active     |
        | suspended  | suspended  |
        | cancelled  | suspended  |
        | terminated | terminated |

  @site-panel-told
  Rule: The panel is told when an order is stopped or ended

    Scenario Outline: The order becomes "<order>"
      Given Ama has the standard hosting "shop.example"
      When the hosting "shop.example" becomes "<order>"
      And 1 day passes
      And the panel has caught up
      Then the panel <does> "shop.example"

      Examples:
        | order      | does          |
        | past_due   | serves        |
        | suspended  | has suspended |
        | cancelled  | has suspended |
        | terminated | has removed   |

    Scenario: It is told once
      Given Ama has the standard hosting "shop.example"
      And the hosting "shop.example" became "suspended"
      When 1 day passes
      And the panel has caught up
      And 1 day passes
      And the panel has caught up
      Then the panel was asked once
