@rest
Feature: Texts that were quoted somewhere else

  Who moves a zone pastes texts as zone files write them: in quotes, with backslashes.
  They are read as zone files mean them, and served so that nothing is lost.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-text
  Rule: What is quoted is read as zone files mean it

    Scenario Outline: The line <written>
      When Ama adds to "baobab.example" the record
        | name | type | content   |
        | here | TXT  | <written> |
      And the nameservers have caught up
      Then "baobab.example" has these records:
        | name | type | contents |
        | here | TXT  | <kept>   |
      And the nameservers serve "here.baobab.example" as TXT, written <served>

      Examples:
        | written                  | kept               | served                   |
        | "one""two" "three"       | onetwothree        | "onetwothree"            |
        | "say \\"hello\\" to all" | say "hello" to all | "say \\"hello\\" to all" |
        | "here\\\\there"          | here\\there        | "here\\\\there"          |
        | "\\a\\;b"                | a;b                | "a;b"                    |
        | "1\\0402\\041"           | 1(2)               | "1(2)"                   |
        | "\\195\\188ber"          | über               | "\\195\\188ber"          |

  @dns-text
  Rule: Without quotes, a backslash is one

    Scenario: A path
      When Ama adds to "baobab.example" the record
        | name | type | content         |
        | here | TXT  | C:\\100 and "a" |
      Then "baobab.example" has these records:
        | name | type | contents        |
        | here | TXT  | C:\\100 and "a" |
