Feature: Shared hosting

  Everything that is hosted on shared servers stands in one list, whatever it
  costs. It tells which panel a site is managed with, and how it stands.

  Rule: The list shows what the customer has, newest first

    Scenario: Two sites, ordered one after the other
      Given Ama has the standard hosting "shop.example"
      And a day later Ama has the free hosting "blog.example"
      When Ama lists her hosting
      Then she sees the hosting "blog.example, shop.example"
      And "shop.example" is standard hosting on the panel "sandbox"
      And "blog.example" is free hosting on the panel "sandbox"

    Scenario: Services of other kinds stand elsewhere
      Given Ama ordered the "kvm" service "Shop server"
      When Ama lists her hosting
      Then she sees no hosting

    Scenario: A site that is still being set up is not there yet
      Given Ama ordered the "shared_hosting" service "soon.example" and it is "provisioning"
      When Ama lists her hosting
      Then she sees no hosting
      When Ama asks for a link to the panel of "soon.example"
      Then the request is refused as "service_not_found"
      When Ama asks what "soon.example" uses
      Then the request is refused as "service_not_found"

    Scenario: Somebody else's sites are in nobody's list
      Given Ama has the free hosting "blog.example"
      And Kofi has an account
      When Kofi lists his hosting
      Then he sees no hosting

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
        | cancelled  | terminated |
        | terminated | terminated |

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
        | cancelled  | has removed   |
