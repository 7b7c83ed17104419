@rest
Feature: Where sites are

  Sites are on panels. The operator lists them in the same file as the others,
  and is told what is wrong with one before anything starts.

  Background:
    Given an empty folder
    And the operator has run "hosting migrate"
    And a file "token" that says "a-token"

  @proc-backends
  Rule: The panel is listed too, with what drives it and how it is

    Scenario Outline: It is driven by <driver>
      Given a file "backends.toml" that lists the backends
        | id    | port  | driver   | endpoint   | user   | token   |
        | p-fra | panel | <driver> | <endpoint> | <user> | <token> |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "<line>"

      Examples:
        | driver      | endpoint            | user  | token      | line                                    |
        | sandbox     |                     |       |            | p-fra panel sandbox (default) ok        |
        | whm         | https://127.0.0.1:1 | root  | file:token | p-fra panel whm (default) unavailable   |
        | directadmin | https://127.0.0.1:1 | admin | file:token | p-fra panel directadmin (default)       |

  @proc-backends-faults
  Rule: What is half described is refused

    Scenario Outline: A panel <how>
      Given a file "backends.toml" that lists the backends
        | id    | port  | driver   | endpoint   | user   | token   |
        | p-fra | panel | <driver> | <endpoint> | <user> | <token> |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"

      Examples:
        | how                        | driver      | endpoint         | user | token      | named                     |
        | that nobody drives         | plesk       |                  |      |            | none for panel            |
        | whose token is in the file | whm         | https://10.0.0.5 | root | a-token    | by reference              |
        | that everybody could read  | whm         | http://10.0.0.5  | root | file:token | endpoint: it is not https |
        | that nobody is let into    | directadmin | https://10.0.0.5 |      | file:token | `user`                    |
