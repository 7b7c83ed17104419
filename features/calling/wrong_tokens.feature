Feature: Access tokens that open nothing

  Anybody can make a token up. Only those of the company's login open anything.

  Background:
    Given Ama's login opens her account

  @cred-jwt-checked
  Rule: Anything else opens nothing

    Scenario Outline: A wrong token, one <what>
      Given Ama calls with a token <what>
      When Ama looks up her account
      Then the request is refused as "invalid_token"

      Examples:
        | what                      |
        | for another company       |
        | of another login          |
        | about somebody else       |
        | that begins in an hour    |
        | that was changed          |
        | that only says who she is |
        | that nobody signed        |
        | that somebody else signed |

    Scenario: All else about it is right
      Given Ama calls with a token that is right
      When Ama looks up her account
      Then the request is accepted
