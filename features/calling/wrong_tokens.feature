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
        | that begins in 61 seconds |
        | issued in 61 seconds      |
        | that was changed          |
        | that only says who she is |
        | that nobody signed        |
        | that somebody else signed |
        | of 8193 bytes             |

    Scenario Outline: One <what> is right
      Given Ama calls with a token <what>
      When Ama looks up her account
      Then the request is accepted

      Examples:
        | what                      |
        | like every other          |
        | that begins in 60 seconds |
        | issued in 60 seconds      |
        | of 8192 bytes             |

  @cred-jwt-checked
  Rule: A key opens only what its login says that it is for

    Scenario Outline: Published <how>
      Given the login publishes its key <how>
      And Ama calls with a token like every other
      When Ama looks up her account
      Then the request is refused as "invalid_token"

      Examples:
        | how                   |
        | for encryption        |
        | for signing alone     |
        | for another algorithm |
