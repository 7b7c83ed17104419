@rest
Feature: An answer that comes too late

  What a panel answers after its minute belongs to nobody: the customer was told to ask
  again, and may have done so. One of them counts.

  Background:
    Given Ama has the free hosting "blog.example"

  @key-lease
  Rule: What comes back after a minute does not count

    Scenario: A link that the panel makes in a minute
      Given Ama's request for a link to "blog.example" is at the panel, with the key "link-2031"
      When 1 minute passes
      And the panel answers
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the request is accepted
      And the panel was asked 2 times

    Scenario: One that it makes a second sooner
      Given Ama's request for a link to "blog.example" is at the panel, with the key "link-2031"
      When 1 minute passes but for a second
      And the panel answers
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the request is accepted
      And the panel was asked once

  @key-lease @site-half-way
  Rule: What is asked for again a minute later is done, and not undone

    Scenario: A site that comes back with the second request
      Given nobody used "blog.example" for 30 days
      And Ama's request for a link to "blog.example" was lost at the panel, with the key "link-2031"
      When 1 minute passes
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      And 2 minutes pass
      And the panel has caught up
      Then the hosting "blog.example" is "active"
      And the panel serves "blog.example"

  @key-lease @key-free
  Rule: What is refused when it is asked for again leaves its key free

    Scenario: The site was suspended meanwhile
      Given Ama has the free hosting "shop.example"
      And Ama's request for a link to "blog.example" was lost at the panel, with the key "link-2031"
      And 1 minute passed
      And the hosting "blog.example" became "suspended"
      When Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      And Ama asks for a link to the panel of "shop.example" with the key "link-2031"
      Then the request is accepted
