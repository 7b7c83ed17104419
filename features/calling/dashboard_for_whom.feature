@graphql
Feature: A whole page, as far as one may see it

  A page asks for many things at once. Whoever may not see one of them sees the
  others all the same, and nobody ever sees what is somebody else's.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"
    And Ama has an email service for "baobab.example", which is "active"
    And Ama has the free hosting "blog.example"
    And Ama has the LXC instance "web"
    And Ama has the KVM instance "db"

  Rule: What a credential may not see is missing and says why; the rest is there

    Scenario Outline: Without "<scope>"
      Given the container "web" has the snapshot "before-upgrade"
      And Ama's credential carries every scope but "<scope>"
      When Ama opens her dashboard
      Then the page lacks "<parts>" for want of "<scope>"
      And the rest of the page is what it is with every scope

      Examples:
        | scope              | parts           |
        | services:read      | services        |
        | domains:read       | domain, domains |
        | account:usage:read | usage           |
        | email:read         | email           |
        | hosting:read       | hosting         |
        | lxc:read           | lxc             |
        | kvm:read           | kvm             |

    Scenario: What is missing is written down once
      Given Ama has the KVM instance "db2"
      And Ama's credential carries every scope but "kvm:read"
      When Ama opens her dashboard
      Then Ama's usage shows one "kvmInstance", rejected as "insufficient_scope"

  Rule: What belongs to somebody else is never on the page

    Background:
      Given Kofi owns the domain "kola.example"
      And "kola.example" has the A record "secret" with "192.0.2.2"
      And Kofi has the LXC instance "kofis-web"
      And Kofi has the KVM instance "kofis-db"

    Scenario: Each sees what is theirs
      When Kofi opens his dashboard
      Then the page shows the domains "kola.example"
      And the page shows the records "secret" under "kola.example"
      And nothing on the page is Ama's
      When Ama opens her dashboard
      Then the page shows the domains "baobab.example"
      And nothing on the page is Kofi's

    Scenario: Mail for a domain of somebody else
      Given Ama has an email service for "kola.example", which is "active"
      When Ama opens her dashboard
      Then nothing on the page is refused
      And the page shows no domain beside the mail for "kola.example"
      When Kofi asks for his domains with their mail
      Then there is no mail under "kola.example"
