@rest
Feature: A login in trouble

  A login may publish something else than keys, or be asked for keys that there are not.
  Customers whose tokens are good notice nothing of it, and the login little.

  Background:
    Given Ama's login opens her account

  @cred-jwt-keys
  Rule: A login without a key of use is one that is away

    Scenario Outline: From now on it publishes <what>
      Given Ama has logged in for "account:read"
      And Ama has looked up her account
      When the login publishes <what>
      And 6 minutes pass
      And Ama looks up her account
      Then the request is accepted

      Examples:
        | what                                 |
        | no key                               |
        | nothing but a key for encryption     |
        | nothing but a key of an unknown kind |

    Scenario Outline: From the start it published <what>
      Given the login publishes <what>
      And Ama has logged in for "account:read"
      When Ama looks up her account
      Then the request is refused as "overloaded"

      Examples:
        | what                             |
        | no key                           |
        | nothing but a key for encryption |

  @cred-jwt-keys
  Rule: Whoever makes keys up does not have the login asked each time

    Scenario Outline: <seconds> seconds after twenty of them
      Given Ama calls with a token of a key that nobody knows
      And Ama was refused her account 20 times
      When <seconds> seconds pass
      And Ama looks up her account
      Then the login was asked for its keys <times>

      Examples:
        | seconds | times   |
        | 9       | once    |
        | 10      | 2 times |
