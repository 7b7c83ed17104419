@rest
Feature: A file to begin with

  Nobody should have to guess what an inventory looks like. The program prints a
  small one, and says what a file may say.

  @proc-inventory-example
  Rule: The example can be applied as it is

    Scenario: To an empty database
      Given a folder with an empty database
      When the operator runs "hosting inventory example"
      Then it ends with code 0
      And it prints "ama@example.com"

    Scenario: What a file may say
      Given an empty folder
      When the operator runs "hosting inventory schema"
      Then it ends with code 0
      And it prints "https://json-schema.org/draft/2020-12/schema"
      And it prints "preferred_language"
