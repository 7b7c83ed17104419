@rest
Feature: Contracts and pages out of the program

  Frontend teams and their tools build on the contracts. They are those of the
  very program that serves, and its pages work where there is no internet.

  @proc-contracts @ops-contracts
  Rule: What a command prints is what is served

    Scenario Outline: The contract <contract>
      Given the platform runs on the demo data
      When the operator runs "<command>"
      Then it ends with code 0
      And it prints what is served at "<path>"

      Examples:
        | contract     | command         | path            |
        | Of REST      | hosting openapi | /openapi.json   |
        | Of the graph | hosting schema  | /schema.graphql |

  @ops-contracts
  Rule: The contract of REST lists each operation, and the graph has a field for it

    Scenario: Every operation
      Given the platform runs on the demo data
      When somebody reads the contracts
      Then both have every operation of the platform

  @ops-explorer @graph-explorer
  Rule: Pages are served with all that they need, and load nothing from elsewhere

    Scenario Outline: The page <page>
      Given the platform runs on the demo data
      When a browser opens "<path>"
      Then the page and all that it refers to are served
      And a browser is told to load nothing from elsewhere

      Examples:
        | page                      | path            |
        | The start                 | /               |
        | The explorer of REST      | /docs           |
        | The explorer of the graph | /graphql        |
        | The promises              | /docs/behaviour |
