Feature: The account

  A tool has to know whose account it works in before it shows anything. It
  finds the customer's name, language and plan here, and nobody else's.

  @account-whose
  Rule: A credential shows the account that owns it

    Scenario: Each customer sees their own account
      Given Ama has an account
      And Kofi has an account
      When Ama looks up her account
      Then the account is Ama's
      And the account is in good standing

    Scenario: An assistant with an OAuth token sees the same account
      Given Ama has an account
      And Ama works through an assistant
      When Ama looks up her account
      Then the account is Ama's

  @account-suspended-reads
  Rule: A suspended account can still be looked at

    Scenario: The company has stopped the account
      Given Ama's account is suspended
      When Ama looks up her account
      Then the account is Ama's
      And the account is suspended

  @account-plan
  Rule: The account tells how much of the conversion plan is left

    Scenario Outline: A plan and where it stands
      Given Ama pays for the conversion plan "<plan>", which is "<status>" and has <used> of <limit> operations used
      When Ama looks up her account
      Then the plan is "<plan>", which is "<status>" and has <used> of <limit> operations used

      Examples:
        | plan     | status    | used | limit |
        | pro      | active    | 12   | 1000  |
        | business | past_due  | 0    | 10000 |
        | pro      | cancelled | 1000 | 1000  |
        | free     | active    | 0    | 0     |

    Scenario: Without a plan there is nothing to show
      Given Ama has an account
      When Ama looks up her account
      Then there is no conversion plan
