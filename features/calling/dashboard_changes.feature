@graphql
Feature: What a page leaves, and where a change leads on

  A change answers with all that the page shows of it. And what a page asks for is
  written down once, however much there is of it.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"
    And Ama has an email service for "baobab.example", which is "active"
    And Ama has the free hosting "blog.example"
    And Ama has the container "web"
    And Ama has the machine "db"

  @graph-batches
  Rule: A page leaves one entry for each kind of thing, however many there are

    Scenario: Ten domains more, and a second instance of each kind
      Given Ama owns 10 domains more
      And Ama has an email service for "d3.example", which is "active"
      And Ama has the container "web2"
      And Ama has the machine "db2"
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page left one entry each of
        | account         |
        | services        |
        | domains         |
        | apiUsage        |
        | dnsRecords      |
        | emailServices   |
        | domain          |
        | hostingServices |
        | lxcInstance     |
        | lxcSnapshots    |
        | lxcMetrics      |
        | kvmInstance     |
        | kvmSnapshots    |

  @graph-change-answer
  Rule: The answer to a change leads on like any other

    Scenario: To what was there before
      When Ama turns auto-renew on for "baobab.example" and asks for its records with it
      Then nothing on the page is refused
      And the answer shows the records "www"

    Scenario: To what was just made
      When Ama adds the A record "shop" with "192.0.2.3" to "baobab.example" and asks for its whole zone with it
      Then nothing on the page is refused
      And the answer shows the records "shop, www"

    Scenario: Only as far as one may look
      Given Ama's credential carries only "domains:write, account:read"
      When Ama turns auto-renew on for "baobab.example" and asks for its records with it
      Then the page lacks "dnsRecords" for want of "domains:read"
      And with another credential, auto-renew is on for "baobab.example"
