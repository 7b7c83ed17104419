@graphql
Feature: A whole page in one request

  A page of a dashboard shows an account, what was ordered, the domains and
  what hangs on each of them. The graph answers it in one request, and so fast
  that nobody needs a copy of the data.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"
    And Ama has an email service for "baobab.example", which is "active"
    And Ama has the free hosting "blog.example"
    And Ama has the container "web"
    And Ama has the machine "db"

  @graph-page @graph-relations
  Rule: Everything on the page comes at once

    Scenario: One of each
      Given Ama may convert files
      And Ama ordered the "conversion" service "files"
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page shows the domains "baobab.example"
      And the page shows the records "www" under "baobab.example"
      And the page shows each service with the record of its kind and no other
        | kind           | record         |
        | conversion     | pro            |
        | kvm            | db             |
        | lxc            | web            |
        | shared_hosting | blog.example   |
        | email          | baobab.example |

    Scenario: What hangs on an instance
      Given the container "web" has the snapshot "before-upgrade"
      And the machine "db" has the snapshot "nightly"
      And 10 minutes passed, minute by minute
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page shows the snapshots "before-upgrade" of "web"
      And the page shows the snapshots "nightly" of "db"
      And the page shows what "web" used

    Scenario: The usage of an earlier page
      Given Ama has opened her dashboard
      When Ama opens her dashboard
      Then the page shows in the usage what the page before asked for
