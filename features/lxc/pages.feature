Feature: Containers and their snapshots, page by page

  Who has many containers reads them a page at a time.

  @list-pages
  Rule: Pages together show everything once, in order

    Scenario: Containers
      Given Ama has the container "web"
      And a day later Ama has the container "db"
      And a day later Ama has the container "mail"
      When Ama reads her containers in pages of 2
      Then the pages of containers are "mail, db / web"

    Scenario: Snapshots
      Given Ama has the container "web"
      And the container "web" has the snapshot "first"
      And 1 hour passed
      And the container "web" has the snapshot "second"
      And 1 hour passed
      And the container "web" has the snapshot "third"
      When Ama reads the snapshots of the container "web" in pages of 2
      Then the pages of snapshots are "third, second / first"
