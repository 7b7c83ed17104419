@graphql
Feature: The conversion tools in the graph

  A page that offers conversions asks for the tools as for everything else on it.

  @conv-tools
  Rule: The graph lists the tools too

    Scenario: Whoever has a plan asks there
      Given Ama may convert files
      When Ama lists the conversion tools
      Then the tool "csv-to-json" is there, done by "inside"

  @conv-tools-time
  Rule: The graph tells the times too

    Scenario: How long a table takes
      Given Ama may convert files
      When Ama lists the conversion tools
      Then the tool "csv-to-json" tells how long "a table of 10,000 lines" took
