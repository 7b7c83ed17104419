@rest
Feature: Bodies that say nothing

  Where nothing is to be said, nobody has to write a body. And how one is written does
  not matter to a retry.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-empty
  Rule: An absent body counts as an empty one, where nothing is to be said

    Scenario Outline: Where nothing is to be said, <body> is taken
      Given Ama has an email service for "baobab.example"
      When Ama sets up mail for "baobab.example" with <body>
      Then the request is accepted
      And setting up mail for "baobab.example" is "queued"

      Examples:
        | body            |
        | no body         |
        | an empty object |

    Scenario: A removal has no body
      Given "baobab.example" has the A record "www" with "192.0.2.1"
      When Ama removes the A record "www" from "baobab.example" with no body
      Then the request is accepted
      And the A record "www" of "baobab.example" is "deleting"

  @key-written
  Rule: White space and the order of members do not matter to a retry

    Scenario: The same change, written differently
      Given Ama handed "baobab.example" over, written in one way, with the key "moving-2031"
      When Ama hands "baobab.example" over, written in another way, with the key "moving-2031"
      Then the answer is the first one again
