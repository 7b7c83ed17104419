@graphql
Feature: The conversion tools in the graph

  A page that offers conversions asks for the tools as for everything else on it.

  @conv-tools
  Rule: The graph lists the tools too

    Scenario: Whoever has a plan asks there
      Given Ama may convert files
      When Ama lists the conversion tools
      Then the tool "csv-to-json" is there, done by "inside"
