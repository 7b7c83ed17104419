@graphql
Feature: The scope that an identity needs

  An identity is no way round a scope: to find a record needs what a look at it needs.

  Background:
    Given Ama owns something of everything
    And her container has a snapshot
    And Kofi may convert files

  @graph-node
  Rule: To find a record needs the scope of a look at it

    Scenario Outline: Her <kind> without "<scope>"
      Given Ama's credential carries every scope but "<scope>"
      When Ama looks up her <kind> by its identity
      Then the request is refused as "insufficient_scope"
      And the refusal says "<scope>"

      Examples:
        | kind                 | scope           |
        | account              | account:read    |
        | service              | services:read   |
        | domain               | domains:read    |
        | DNS record           | domains:read    |
        | email service        | email:read      |
        | site                 | hosting:read    |
        | container            | lxc:read        |
        | machine              | kvm:read        |
        | container's snapshot | lxc:read        |
        | machine's snapshot   | kvm:read        |
        | conversion           | conversion:read |

    Scenario: The others are found all the same
      Given Ama's credential carries every scope but "domains:read"
      When Ama looks up at once her account, domain, container
      Then she finds all of them but the domain
      And the page lacks "nodes" for want of "domains:read"
