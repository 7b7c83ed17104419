@rest
Feature: Answers that a program keeps

  Programs ask again for what they have. They are told whether it is still so, and what
  opens something is kept by nobody.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-etag
  Rule: A look-up that is known is not sent again

    Scenario: A look-up
      When Ama looks up "baobab.example"
      Then the answer is for one customer alone, and is to be asked for again each time

    Scenario: Nothing changed
      Given Ama has looked up "baobab.example"
      When Ama looks up "baobab.example" again, knowing the answer
      Then the answer is only that nothing changed
      And Ama's usage shows 2 entries of "domain"

    Scenario: Something changed
      Given Ama has looked up "baobab.example"
      And Ama turned auto-renew on for "baobab.example"
      When Ama looks up "baobab.example" again, knowing the answer
      Then the answer is whole, and of another version

    Scenario: Who may not look learns nothing of it
      Given Ama has looked up "baobab.example"
      And Ama's credential carries only "account:read"
      When Ama looks up "baobab.example" again, knowing the answer
      Then the request is refused as "insufficient_scope"

    Scenario: It counts like any request
      Given Ama's credential allows 1 request a minute
      And Ama has looked up "baobab.example"
      When Ama looks up "baobab.example" again, knowing the answer
      Then the request is refused as "rate_limit_exceeded"

  @rest-no-store
  Rule: What was changed, refused, or opens something is kept by nobody

    Scenario: A change
      When Ama turns auto-renew on for "baobab.example"
      Then the answer may not be kept

    Scenario: A refused look-up
      When Ama sends GET to "/v1/planets"
      Then the answer may not be kept
