@rest
Feature: Inventories with faults

  A file that is half right must not become a database that is half right. It
  is refused as a whole, and each fault is named with its place.

  Background:
    Given a folder with an empty database
    And a file "ama.json" with the account "ama@example.com" and its domain "baobab.com"

  @proc-inventory-faults
  Rule: A file with faults changes nothing, and each is named with its line

    Scenario Outline: A fault: <fault>
      Given in "ama.json" <what> is now <other>
      When the operator runs "hosting inventory apply ama.json"
      Then it ends with code 2
      And it says "line"
      And it says "<named>"
      And there is no account

      Examples:
        | fault                        | what              | other       | named                 |
        | No JSON                      | "accounts": [     | "accounts": | line                  |
        | A member that nobody knows   | "full_name"       | "fullname"  | fullname              |
        | A registry that there is not | "ote"             | "moon"      | registrar_environment |
        | A time zone that is none     | "Africa/Accra"    | "Accra"     | timezone              |
        | An address that is none      | "ama@example.com" | "ama"       | email                 |
        | A record without an address  | "192.0.2.1"       | "here"      | contents              |
        | A price of half a cent       | 13.99             | 13.995      | renewal_price_usd     |
        | A price below nothing        | 13.99             | -13.99      | renewal_price_usd     |

    Scenario: Two faults at once
      Given in "ama.json" "full_name" is now "fullname"
      And in "ama.json" "192.0.2.1" is now "here"
      When the operator runs "hosting inventory apply ama.json"
      Then it says "fullname"
      And it says "contents"

  @proc-inventory-faults
  Rule: A file that cannot be read is named

    Scenario: A file that is not there
      When the operator runs "hosting inventory apply nothing.json"
      Then it ends with code 2
      And it says "nothing.json"
