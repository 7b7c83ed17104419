@graphql
Feature: One identity for everything

  A program that keeps what it has seen finds each record again by one
  identity, whatever kind of record it is.

  Background:
    Given Ama owns something of everything
    And her container has a snapshot
    And Kofi may convert files

  @graph-node
  Rule: An identity finds its record, whatever kind it is

    Scenario Outline: Her own <kind>
      When Ama looks up her <kind> by its identity
      Then she finds it

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

    Scenario Outline: Somebody else's <kind>
      When Kofi looks up Ama's <kind> by its identity
      Then he finds nothing

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
