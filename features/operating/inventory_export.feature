@rest
Feature: Writing out what is there

  What the platform knows can be written out: to look at it, to keep it, or to
  move it to another database. It is a file that can be applied again.

  Background:
    Given a folder with the demo data

  @proc-inventory-export
  Rule: What is exported and applied changes nothing

    Scenario: To the same database
      Given the operator has run "hosting inventory export demo.json"
      When the operator runs "hosting inventory apply demo.json"
      Then it ends with code 0
      And it says "nothing to change"

    Scenario: To another database, which then says the same
      Given the operator has run "hosting inventory export demo.json"
      And the operator has run "hosting inventory apply demo.json --data other"
      When the operator runs "hosting inventory export --data other"
      Then it prints what is in "demo.json"

  @proc-inventory-correct
  Rule: What is known by its identity is corrected, whatever it is called now

    Scenario: An account with another address
      Given the operator has run "hosting inventory export demo.json"
      And in "demo.json" "demo@example.com" is now "demo@baobab.com"
      When the operator runs "hosting inventory apply demo.json"
      Then it prints "~ account demo@baobab.com: email"
      And it says "added 0, changed 1"
