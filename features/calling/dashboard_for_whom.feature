@graphql
Feature: A whole page, as far as one may see it

  A page asks for many things at once. Whoever may not see one of them sees the
  others all the same.

  Background:
    Given Ama owns the domain "baobab.example"
    And "baobab.example" has the A record "www" with "192.0.2.1"
    And Ama has an email service for "baobab.example", which is "active"
    And Ama has the free hosting "blog.example"
    And Ama has the container "web"
    And Ama has the machine "db"

  @graph-scopes
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
      Given Ama has the machine "db2"
      And Ama's credential carries every scope but "kvm:read"
      When Ama opens her dashboard
      Then Ama's usage shows one "kvmInstance", rejected as "insufficient_scope"
