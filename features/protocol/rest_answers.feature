@rest
Feature: What stands around an answer

  Programs trace requests, and ask again for what they began. So every answer says
  which request it is, and a replay is the very same again.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-request-id
  Rule: Every answer carries the identity of its request

    @safe
    Scenario: A success
      When Ama looks up her account
      Then the answer carries the identity of its request, in it and beside it

    @safe
    Scenario: A refusal
      When Ama sends GET to "/v1/planets"
      Then the answer carries the identity of its request, in it and beside it

    @safe
    Scenario: Each request has its own
      Given Ama has looked up her account
      When Ama looks up her account
      Then the answer carries another identity than the one before

    Scenario: The usage knows it by the same identity
      When Ama looks up her account
      Then the newest entry of Ama's usage is about this request

  @key-replay
  Rule: A replay is the first answer, byte for byte

    Scenario: Auto-renew
      Given Ama turned auto-renew on for "baobab.example" with the key "renewal-2031"
      And 1 hour passed
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then the answer is the first one, byte for byte
      And the answer says that it is a replay
      And beside it stands the identity of the new request

    Scenario: The first answer is none
      When Ama turns auto-renew on for "baobab.example"
      Then the answer does not say that it is a replay
