@graphql
Feature: How a WebSocket of the graph ends

  A screen whose connection ends has to know whether to come back, to log in again
  or to give up. So each end has its reason.

  Background:
    Given Ama owns the domain "baobab.example"

  @live-websocket @cred-needed
  Rule: Who is not known is sent away with the reason

    Scenario Outline: A credential that <what>
      Given Ama's <given>
      When Ama's client says who it is
      Then the socket is closed with 4403 as "<code>"

      Examples:
        | what           | given                          | code               |
        | never was      | token is one that never was    | invalid_token      |
        | has ended      | credential expired an hour ago | credential_expired |
        | was taken back | credential was revoked         | credential_revoked |

  @cred-watching
  Rule: Watching over a socket ends with the credential

    Scenario: It is revoked
      Given Ama watches her domains over a socket
      When Ama's credential is revoked
      Then the socket tells that watching has ended as "credential_revoked"

  @rest-shutting-down
  Rule: A socket is closed as the process ends

    Scenario: In the middle of watching
      Given Ama watches her domains over a socket
      When the process ends
      Then the socket is closed with 1001 as "shutting_down"
