@graphql
Feature: Identities that nothing has

  Programs make identities up, or keep them for too long. What is not there is simply
  not found.

  Background:
    Given Ama owns something of everything
    And her container has a snapshot
    And Kofi may convert files

  @graph-node
  Rule: An identity that never was finds nothing

    Scenario Outline: The identity of a <kind> that never was
      When Ama looks up the identity of a <kind> that never was
      Then she finds nothing

      Examples:
        | kind                 |
        | account              |
        | service              |
        | domain               |
        | DNS record           |
        | email service        |
        | site                 |
        | container            |
        | machine              |
        | container's snapshot |
        | machine's snapshot   |
        | conversion           |

  @graph-node
  Rule: What is no identity finds nothing

    Scenario Outline: Looking up "<identity>"
      When Ama looks up the identity "<identity>"
      Then she finds nothing

      Examples:
        | identity                                |
        |                                         |
        | nonsense                                |
        | domain                                  |
        | domain_                                 |
        | domain_7                                |
        | _00000000000000000000000000000007       |
        | planet_00000000000000000000000000000007 |
        | größe_0000000000000000000000000000007   |
