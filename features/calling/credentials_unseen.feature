@rest @graphql
Feature: Credentials that cannot be looked up

  A database has its bad moments. Who calls then with a good key must not be told that it
  is a wrong one: the program would throw it away.

  @cred-needed
  Rule: What cannot be looked up is no wrong credential, neither then nor later

    Scenario Outline: <what>, while no credential can be looked up
      Given Ama has an account
      And Ama works with <what>
      And the database has lost its table "credential"
      When Ama looks up her account
      Then the request is refused as "internal_error"

      Examples:
        | what                           |
        | an API key                     |
        | a token of the company's login |

    Scenario Outline: <what>, when they can again
      Given Ama has an account
      And Ama works with <what>
      And the database has lost its table "credential"
      And Ama was refused her account
      When the database has its table back
      And Ama looks up her account
      Then the request is accepted

      Examples:
        | what                           |
        | an API key                     |
        | a token of the company's login |
