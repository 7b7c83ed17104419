Feature: How often a credential may ask

  A program that runs wild must not slow others down. Each credential has its
  own limit in any 60 seconds, and is told when it may go on.

  Background:
    Given Ama owns the domain "baobab.example"

  @limit-credential
  Rule: A credential may make its number of requests in any 60 seconds

    Scenario: As many as allowed
      Given Ama's credential allows 3 requests a minute
      When Ama looks up her account 3 times
      Then the request is accepted

    Scenario: One too many
      Given Ama's credential allows 3 requests a minute
      And Ama has looked up her account 3 times
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"

    Scenario Outline: The window rolls: <seconds> seconds after the second request
      Given Ama's credential allows 2 requests a minute
      And Ama has looked up her account
      And 40 seconds passed
      And Ama has looked up her account
      When <seconds> seconds pass
      And Ama looks up her account
      Then the request is <answer>

      Examples:
        | seconds | answer                           |
        | 19      | refused as "rate_limit_exceeded" |
        | 20      | accepted                         |

    Scenario: The window does not start anew
      Given Ama's credential allows 2 requests a minute
      And Ama has looked up her account
      And 40 seconds passed
      And Ama has looked up her account
      And 20 seconds passed
      And Ama has looked up her account
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"

    Scenario: Unless said, six hundred
      When Ama looks up her account 600 times
      Then the request is accepted

    Scenario: Unless said, not six hundred and one
      Given Ama has looked up her account 600 times
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"
