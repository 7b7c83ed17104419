@graphql
Feature: Several identities at once

  A program that comes back after a while asks for all that it has seen in one go.

  Background:
    Given Ama owns something of everything
    And her container has a snapshot
    And Kofi may convert files

  @graph-nodes
  Rule: Several are found at once, in the order asked for

    Scenario: Of different kinds, one of them twice
      When Ama looks up at once her domain, account, DNS record, domain, conversion
      Then she finds them in that order

    Scenario: Some that are not there
      When Ama looks up at once her nothing, domain, nothing, account
      Then she finds them in that order

    Scenario: Somebody else's among them
      When Kofi looks up at once Ama's domain, account, conversion, container
      Then he finds none of them

    Scenario Outline: Asking for <count> of them
      When Ama looks up <count> identities at once
      Then the request is <answer>

      Examples:
        | count | answer                       |
        | 100   | accepted                     |
        | 101   | refused as "invalid_request" |
