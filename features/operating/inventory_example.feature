@rest
Feature: A file to begin with

  Nobody should have to guess what an inventory looks like. The program prints a
  small one, and says what a file may say.

  @proc-inventory-example
  Rule: The example can be applied as it is

    Scenario: To an empty database
      Given a folder with an empty database
      And a file "mine.json" with what "hosting inventory example" prints
      When the operator runs "hosting inventory apply mine.json"
      Then it ends with code 0
      And it prints "+ service kvm"
      And there is one account, of "Ama Mensah"

  @proc-inventory-schema
  Rule: What a file may say is told in a form that editors and programs know

    Scenario: The schema
      Given an empty folder
      When the operator runs "hosting inventory schema"
      Then it ends with code 0
      And it prints "https://json-schema.org/draft/2020-12/schema"
      And it prints "preferred_language"
