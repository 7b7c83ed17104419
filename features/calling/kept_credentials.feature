Feature: What is kept of credentials

  Whoever steals the database must not be able to call as a customer. And who
  mistypes a key is told so without anything being looked up.

  @cred-stored
  Rule: Of a credential only a keyed hash is kept

    Scenario Outline: A credential that is <what>
      Given Ama has an account
      And Ama works with <what>
      When Ama looks up her account
      Then the request is accepted
      And nothing in the database is Ama's token, or leads to it

      Examples:
        | what                           |
        | an API key                     |
        | an access token of ours        |
        | a token of the company's login |

  @cred-stored
  Rule: No answer shows a credential again

    Scenario: Of all that can be looked at
      Given Ama owns something of everything
      When Ama looks at everything there is
      Then no answer shows Ama's token

  @cred-form
  Rule: A credential has its prefix, its 32 bytes and a checksum

    Scenario Outline: A new one: <what>
      Given Ama has an account
      When the operator issues <what> to Ama
      Then it begins with "<prefix>", and 43 letters and digits and a checksum of 6 follow

      Examples:
        | what                    | prefix |
        | an API key              | hpk_   |
        | an access token of ours | hpo_   |

    @rest @graphql
    Scenario Outline: A credential that is <what>, while no credential can be looked up
      Given Ama has an account
      And the database has lost its table "credential"
      And Ama's token is <what>
      When Ama looks up her account
      Then the request is refused as "<code>"

      Examples:
        | what               | code           |
        | mistyped           | invalid_token  |
        | one that never was | internal_error |
