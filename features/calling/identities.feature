@graphql
Feature: One identity for everything

  A program that keeps what it has seen finds each record again by one
  identity, whatever kind of record it is.

  Background:
    Given Ama owns something of everything
    And her container has a snapshot
    And Kofi may convert files

  Rule: An identity finds its record, whatever kind it is

    Scenario Outline: <kind>
      When Ama looks up her <kind> by its identity
      Then she finds it
      When Kofi looks up Ama's <kind> by its identity
      Then he finds nothing
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
        | virtual machine      |
        | container's snapshot |
        | machine's snapshot   |
        | conversion           |

  Rule: What is no identity finds nothing

    Scenario Outline: "<identity>"
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

    Scenario Outline: <count> of them
      When Ama looks up <count> identities at once
      Then the request is <answer>

      Examples:
        | count | answer                       |
        | 100   | accepted                     |
        | 101   | refused as "invalid_request" |

  Rule: To find a record needs the scope of a look at it

    Scenario Outline: <kind> without "<scope>"
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
        | virtual machine      | kvm:read        |
        | container's snapshot | lxc:read        |
        | machine's snapshot   | kvm:read        |
        | conversion           | conversion:read |

    Scenario: The others are found all the same
      Given Ama's credential carries every scope but "domains:read"
      When Ama looks up at once her account, domain, container
      Then she finds all of them but the domain
      And the page lacks "nodes" for want of "domains:read"
