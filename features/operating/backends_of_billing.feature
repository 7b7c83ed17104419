@rest
Feature: Who takes the money

  The operator's own billing is asked for the money, over HTTP. It is listed like
  any other backend.

  Background:
    Given an empty folder
    And the operator has run "hosting migrate"
    And a file "secret" that says "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

  @proc-backends
  Rule: Who takes the money is listed, with how it is

    Scenario Outline: It is driven by <driver>
      Given a file "backends.toml" that lists the backends
        | id    | port    | driver   | endpoint   | secret   |
        | money | billing | <driver> | <endpoint> | <secret> |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "<line>"

      Examples:
        | driver  | endpoint            | secret      | line                                        |
        | sandbox |                     |             | money billing sandbox (default) ok          |
        | webhook | http://127.0.0.1:1/ | file:secret | money billing webhook (default) unavailable |

  @proc-backends-billing
  Rule: Where the file lists nobody, nobody is asked

    Scenario: A file with a registrar alone
      Given a file "backends.toml" that lists the backends
        | id    | port      | driver  |
        | names | registrar | sandbox |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "names registrar sandbox (default) ok"
      And it prints nothing of "billing"

  @proc-backends-faults
  Rule: There is one, and it is whole

    Scenario Outline: A webhook <how>
      Given a file "backends.toml" that lists the backends
        | id    | port    | driver  | endpoint   | secret   |
        | money | billing | webhook | <endpoint> | <secret> |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"

      Examples:
        | how                         | endpoint           | secret         | named                  |
        | that is nowhere             |                    | file:secret    | missing field          |
        | that everybody can read     | http://example.net | file:secret    | endpoint is not one of |
        | whose secret is in the file | https://10.0.0.5/  | whsec_AAAA     | by reference           |
        | whose secret is not there   | https://10.0.0.5/  | file:elsewhere | secret: elsewhere      |
