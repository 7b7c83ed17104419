Feature: A change that is still under way

  Some changes ask a panel or a machine before there is an answer. Whoever sends
  the same again meanwhile, or after a crash, must not have it done twice at once.

  Background:
    Given Ama has the free hosting "blog.example"
    And Ama has the container "web"

  @key-in-progress
  Rule: While the first request under a key runs, the same is told to come back

    Scenario: A link that the panel has not made yet
      Given Ama's request for a link to "blog.example" is at the panel, with the key "link-2031"
      When Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the request is refused as "request_in_progress"
      And the refusal says when to come back
      And the panel was asked once

    Scenario: A password that the machine has not taken yet
      Given Ama's request for the password "correct horse battery" is at the machine "web", with the key "new-2031"
      When Ama sets the password of the container "web" to "correct horse battery" with the key "new-2031"
      Then the request is refused as "request_in_progress"

    Scenario: Once the panel has answered
      Given Ama's request for a link to "blog.example" is at the panel, with the key "link-2031"
      When the panel answers
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the request is accepted
      And the panel was asked once

    Scenario: Under another key
      Given Ama's request for a link to "blog.example" is at the panel, with the key "link-2031"
      When the panel answers
      And Ama asks for a link to the panel of "blog.example" with the key "link-2032"
      Then the request is accepted
      And the panel was asked 2 times

  @key-lease
  Rule: What does not come back can be asked for again after a minute

    Scenario: A second before
      Given Ama's request for a link to "blog.example" is at the panel, with the key "link-2031"
      When 1 minute passes but for a second
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the request is refused as "request_in_progress"

    Scenario: A minute after
      Given Ama's request for a link to "blog.example" was lost at the panel, with the key "link-2031"
      When 1 minute passes
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the request is accepted
      And Ama's usage shows one "createPanelAccess", done
