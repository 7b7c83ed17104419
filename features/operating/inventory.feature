@rest
Feature: Bringing accounts in

  The operator writes accounts, services, domains and records into one file. It
  can be applied as often as one likes: the database comes to say what it says.

  Background:
    Given the platform runs without demo data
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"

  @proc-inventory-apply
  Rule: What the file says comes to be, and applied again it changes nothing

    Scenario: The first time, while the platform runs
      When the operator runs "hosting inventory apply ama.json"
      Then it ends with code 0
      And it prints "+ account ama@example.com"
      And a key of "ama@example.com" shows the domain "baobab.com"

    Scenario: The second time
      Given the operator has run "hosting inventory apply ama.json"
      When the operator runs "hosting inventory apply ama.json"
      Then it ends with code 0
      And it prints nothing
      And it says "nothing to change"

    Scenario: After the file was changed
      Given the operator has run "hosting inventory apply ama.json"
      And in "ama.json" "Ama Mensah" is now "Ama Owusu"
      When the operator runs "hosting inventory apply ama.json"
      Then it prints "~ account ama@example.com: full_name"
      And there is one account, of "Ama Owusu"

  @proc-inventory-dry-run
  Rule: A dry run shows what would change, and changes nothing

    Scenario: Of a new account
      When the operator runs "hosting inventory apply ama.json --dry-run"
      Then it ends with code 0
      And it prints "+ account ama@example.com"
      And it says "nothing was done"
      And there is no account

    Scenario: It shows what is then done
      Given the operator has run "hosting inventory apply ama.json --dry-run"
      When the operator runs "hosting inventory apply ama.json"
      Then it prints what the command before it printed

  @proc-inventory-backends
  Rule: The backends know what was brought in

    Scenario: A name that the registrar holds
      When the operator runs "hosting inventory apply ama.json"
      Then the search says that "baobab.com" is taken
