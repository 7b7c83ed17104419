@rest
Feature: Limits, and a clock that is set right

  The clock of a server may be ahead, and is set back one day. That must neither lock
  anybody out for as long, nor let anybody in twice.

  Background:
    Given Ama's credential allows 2 requests a minute
    And Ama has looked up her account 2 times

  @limit-credential
  Rule: A clock that is set back costs two minutes at most

    Scenario Outline: It was <ahead> ahead; <time> after the next request
      Given the clock was set back by <ahead>
      And Ama was refused her account
      When <time> pass
      And Ama looks up her account
      Then the request is <answer>

      Examples:
        | ahead      | time        | answer                           |
        | 60 seconds | 119 seconds | refused as "rate_limit_exceeded" |
        | 60 seconds | 120 seconds | accepted                         |
        | 61 seconds | 59 seconds  | refused as "rate_limit_exceeded" |
        | 61 seconds | 60 seconds  | accepted                         |
        | 2 hours    | 60 seconds  | accepted                         |

  @limit-credential
  Rule: Nobody is let in more often for it

    Scenario: Between two requests
      Given Ama's credential allows 2 requests a minute
      And Ama has looked up her account
      And the clock was set back by 30 seconds
      And Ama has looked up her account
      When Ama looks up her account
      Then the request is refused as "rate_limit_exceeded"
