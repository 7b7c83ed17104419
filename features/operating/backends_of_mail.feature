@rest
Feature: What takes mail

  Mail is taken by mail servers. The operator lists them in the same file as the
  nameservers, and sees them beside those.

  Background:
    Given an empty folder
    And the operator has run "hosting migrate"

  @proc-backends
  Rule: What takes mail is listed too, with what drives it and how it is

    Scenario: The sandbox takes it
      Given a file "backends.toml" that lists the backends
        | id    | port | driver  |
        | m-fra | mail | sandbox |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "m-fra mail sandbox (default) ok"

  @proc-backends-faults
  Rule: What is half described is refused

    Scenario Outline: Tables <how>
      Given a file "backends.toml" that lists the backends
        | id    | port | driver | database_url | mx   | spf_include      | selectors.rsa | selectors.ed25519 |
        | m-fra | mail | maps   | <database>   | <mx> | _spf.example.net | host1         | <second>          |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"

      Examples:
        | how                         | database                      | mx                 | second | named                       |
        | whose password stands there | postgres://hosting:pw@db/mail | 10 mx1.example.net | host2  | database_url: a secret is   |
        | that are nowhere            | env:PATH                      | 10 mx1.example.net | host2  | database_url: it is neither |
        | that no server reads        | env:PATH                      |                    | host2  | missing field `mx`          |
        | with one name for two keys  | env:PATH                      | 10 mx1.example.net |        | missing field `ed25519`     |
