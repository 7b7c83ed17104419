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
    And Ama has the LXC instance "web"
    And Ama has the KVM instance "db"

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

    Scenario: From mail to its domain, and back
      When Ama opens her dashboard
      Then the page shows the domain "baobab.example" beside its mail
      When Ama asks for her domains with their mail
      Then the mail under "baobab.example" leads back to it

    Scenario: A plan stands beside the service that it comes from
      Given Ama may convert files
      And Ama ordered the "conversion" service "files"
      And Ama ordered the "conversion" service "files of last year" and it is "cancelled"
      And Ama ordered the "conversion" service "more files" and it is "provisioning"
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page shows a conversion plan beside "files" alone

    Scenario: From a conversion to its tool
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      When Ama looks up the job with its tool
      Then she is told that the tool takes "text/csv"

    Scenario: The activity of an earlier page
      When Ama opens her dashboard
      And Ama opens her dashboard
      Then the page shows in the activity what the page before asked for

  Rule: A page leaves one entry for each kind of thing, however many there are

    Scenario: Ten domains more, and a second instance of each kind
      Given Ama owns 10 domains more
      And Ama has an email service for "d3.example", which is "active"
      And Ama has the LXC instance "web2"
      And Ama has the KVM instance "db2"
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
      When Ama takes another credential
      Then auto-renew is on for "baobab.example"
