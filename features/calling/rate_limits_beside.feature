@rest
Feature: Customers at the address of strangers

  An office or a whole network of telephones has one address. Whoever tries credentials
  there must not keep those out who have one; and what could be none costs nothing.

  Background:
    Given Ama has an account
    And Kofi has an account

  @limit-strangers
  Rule: Whoever was let in lately is let in, whatever else comes from the address

    Scenario Outline: Ama calls with <what>
      Given Ama works with <what>
      And Ama has looked up her account
      And Kofi's token is one that never was
      And Kofi was refused his account 120 times
      When 2 seconds pass
      And Ama looks up her account
      Then the request is accepted

      Examples:
        | what                           |
        | an API key                     |
        | a token of the company's login |

    Scenario: Kofi tries on
      Given Ama has looked up her account
      And Kofi's token is one that never was
      And Kofi was refused his account 120 times
      When Kofi looks up his account
      Then the request is refused as "rate_limit_exceeded"

  @limit-strangers @cred-form
  Rule: What could be no credential is refused unseen, and does not count

    Scenario: Many mistyped ones
      Given Kofi's token is mistyped
      And Kofi was refused his account 121 times
      When Kofi looks up his account
      Then the request is refused as "invalid_token"

  @limit-strangers
  Rule: What opened nothing is looked up once a second at most

    Scenario Outline: The same again after <time>, while nothing can be looked up
      Given Kofi's token is one that never was
      And Kofi was refused his account
      And the database has lost its table "credential"
      When <time> pass
      And Kofi looks up his account
      Then the request is refused as "<code>"

      Examples:
        | time             | code           |
        | 0 seconds        | invalid_token  |
        | 999 milliseconds | invalid_token  |
        | 1 second         | internal_error |
