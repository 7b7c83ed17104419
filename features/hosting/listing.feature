Feature: Shared hosting

  Everything that is hosted on shared servers stands in one list, whatever it
  costs. It tells which panel a site is managed with.

  @site-order
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

    Scenario Outline: Ama <acts>, which is still being set up
      Given Ama ordered the "shared_hosting" service "soon.example" and it is "provisioning"
      When Ama <acts>
      Then the request is refused as "service_not_found"

      Examples:
        | acts                                           |
        | asks for a link to the panel of "soon.example" |
        | asks what "soon.example" uses                  |

    Scenario: Somebody else's sites are in nobody's list
      Given Ama has the free hosting "blog.example"
      And Kofi has an account
      When Kofi lists his hosting
      Then he sees no hosting
