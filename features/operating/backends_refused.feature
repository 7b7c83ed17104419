@rest
Feature: Backends that cannot be

  A backend that is half described must not be one that half works. What is
  wrong with the file is told by name before anything starts.

  Background:
    Given an empty folder
    And the operator has run "hosting migrate"

  @proc-backends-faults
  Rule: What is wrong with the file is named, and nothing starts

    Scenario Outline: A fault: <fault>
      Given a file "backends.toml" that lists the backends
        | id   | port   | driver   |
        | ns   | dns    | sandbox  |
        | <id> | <port> | <driver> |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"

      Examples:
        | fault                  | id   | port | driver  | named               |
        | An identity twice      | ns   | dns  | sandbox | ns: is there twice  |
        | An identity with space | ns 2 | dns  | sandbox | 1 to 40 of a-z      |
        | The name of a port     | dns  | dns  | sandbox | none of the ports'  |
        | A port that is none    | ns-2 | nds  | sandbox | unknown variant     |
        | A driver that is none  | ns-2 | dns  | bind    | `bind` is none      |
        | Nothing to drive it    | ns-2 | mail | whm     | `whm` is none       |

    Scenario: A file that is not there
      When the operator runs "hosting backend list --backends nothing.toml"
      Then it ends with code 2
      And it says "nothing.toml"

  @proc-backends-faults
  Rule: Secrets are named by reference

    Scenario Outline: A key <how>
      Given a file "backends.toml" that lists the backends
        | id | port | driver   | endpoint           | api_key   | name_servers |
        | ns | dns  | powerdns | http://127.0.0.1:1 | <api_key> | ns1.test     |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"

      Examples:
        | how                          | api_key         | named               |
        | that stands in the file      | changeme        | named by reference  |
        | in a file that is not there  | file:no-key     | no-key              |
        | in a variable that is not so | env:NO_SUCH_KEY | NO_SUCH_KEY         |
