@rest
Feature: Taking out what is not wanted any more

  Customers leave, and files had mistakes. What goes is shown before it goes, and
  nothing goes by a slip: where nobody can be asked, it has to be said.

  Background:
    Given the platform runs without demo data
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"
    And the operator has run "hosting inventory apply ama.json"
    And a file "empty.json" that says "{}"

  @proc-inventory-prune
  Rule: What the file leaves out is shown, and then removed

    Scenario: Where nobody can be asked
      When the operator runs "hosting inventory apply empty.json --prune"
      Then it ends with code 2
      And it prints "- account ama@example.com, with 1 domain and 1 record"
      And it says "--yes"
      And there is one account, of "Ama Mensah"

    Scenario: Once that is said
      When the operator runs "hosting inventory apply empty.json --prune --yes"
      Then it ends with code 0
      And it prints "- domain baobab.com, with 1 record"
      And it prints "- price .com"
      And there is no account

    Scenario: Without being told to prune
      When the operator runs "hosting inventory apply empty.json"
      Then it says "nothing to change"
      And there is one account, of "Ama Mensah"

  @proc-inventory-remove
  Rule: One thing is removed with all that belongs to it

    Scenario: An account
      When the operator runs "hosting inventory remove account ama@example.com --yes"
      Then it ends with code 0
      And it says "removed 2"
      And there is no account

    Scenario: An account that is not there
      When the operator runs "hosting inventory remove account kofi@example.com --yes"
      Then it ends with code 2
      And it says "there is no account kofi@example.com"
