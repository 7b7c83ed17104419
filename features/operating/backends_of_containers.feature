@rest
Feature: What runs containers

  Containers run at a cluster, or at several. The operator lists them in the same
  file as the nameservers, and sees them beside those.

  Background:
    Given an empty folder
    And the operator has run "hosting migrate"

  @proc-backends
  Rule: What runs containers is listed too, with what drives it and how it is

    Scenario Outline: It is driven by <driver>
      Given a file "backends.toml" that lists the backends
        | id    | port       | driver   | endpoint   | systems   |
        | c-fra | containers | <driver> | <endpoint> | <systems> |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it prints "<line>"

      Examples:
        | driver  | endpoint                   | systems   | line                                         |
        | sandbox |                            |           | c-fra containers sandbox (default) ok        |
        | incus   | unix:///nowhere/the.socket | debian-12 | c-fra containers incus (default) unavailable |

  @proc-backends-faults
  Rule: What is half described is refused

    Scenario Outline: An Incus <how>
      Given a file "backends.toml" that lists the backends
        | id    | port       | driver | endpoint   | systems   |
        | c-fra | containers | incus  | <endpoint> | <systems> |
      When the operator runs "hosting backend list --backends backends.toml"
      Then it ends with code 2
      And it says "<named>"

      Examples:
        | how                     | endpoint                 | systems   | named                  |
        | that is nowhere         |                          | debian-12 | missing field          |
        | that nobody is let into | https://10.0.0.5:8443    | debian-12 | client_certificate: it |
        | with no path of its own | unix://incus             | debian-12 | endpoint: a socket is  |
        | that offers no system   | unix:///run/incus/socket |           | missing field          |
