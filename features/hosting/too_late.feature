Feature: Too late for Free Hosting

  On the day on which a site is deleted, and where it was stopped for another reason,
  a link brings nothing back.

  Background:
    Given Ama has the free hosting "blog.example"
    And nobody used "blog.example" for 30 days

  @site-too-late
  Rule: From the deadline on there is no way back

    Scenario: The deadline is over, and the platform has not looked yet
      When 30 days pass in which the platform is down
      And Ama asks for a link to the panel of "blog.example"
      Then the request is refused as "service_unavailable_state"
      And the hosting "blog.example" is "inactivity_suspended"
      And "blog.example" shows no use
      And the panel has suspended "blog.example"

    Scenario: The site is deleted
      When 30 days pass
      And Ama asks for a link to the panel of "blog.example"
      Then the request is refused as "service_unavailable_state"
      And the hosting "blog.example" is "terminated"

  @site-other-stop
  Rule: A site that was stopped for another reason besides does not come back

    Scenario: The company suspended it
      Given the hosting "blog.example" became "suspended"
      When Ama asks for a link to the panel of "blog.example"
      Then the request is refused as "service_unavailable_state"
      And the hosting "blog.example" is "suspended"
      And the panel has suspended "blog.example"
