Feature: Asking for a link again

  A link lets whoever holds it in. A retry gets the one that was made, anybody else
  gets none.

  @site-link-same
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

  @site-own
  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's site
      Given Ama has the standard hosting "shop.example"
      And Kofi has an account
      When Kofi asks for a link to the panel of "shop.example"
      Then the request is refused as "service_not_found"
      And the panel was asked 0 times
