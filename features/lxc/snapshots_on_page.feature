@graphql
Feature: Snapshots on a page

  A dashboard shows several containers and machines at once. Each has its own snapshots
  beside it.

  @graph-relations
  Rule: Each has its own

    Scenario Outline: Two of the kind "<kind>"
      Given Ama has the <kind> "web"
      And Ama has the <kind> "db"
      And Ama has the <kind> "new"
      And the <kind> "web" has the snapshot "before-upgrade"
      And the <kind> "db" has the snapshot "nightly"
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page shows the snapshots "before-upgrade" of "web"
      And the page shows the snapshots "nightly" of "db"
      And the page shows the snapshots "" of "new"

      Examples:
        | kind      |
        | container |
        | machine   |
