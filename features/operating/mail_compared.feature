Feature: What mail servers have otherwise

  Mail servers are changed by hand, and brought to what services are a little later.
  The operator is told of the one, and not troubled with the other.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @proc-backends-compared
  Rule: What nobody ordered is told, in the order of names

    Scenario: Six domains
      When the mail servers take mail for "f.example, b.example, e.example, a.example, d.example, c.example", which nobody ordered
      Then the operator is told that the mail servers have something otherwise of "a.example, b.example, c.example, d.example, e.example, f.example"

  @proc-backends-compared
  Rule: What the mail servers are yet to be told of is not otherwise

    Scenario Outline: A service that has just become <status>
      Given mail for "baobab.example" is set up
      When the service of mail for "baobab.example" becomes "<status>"
      Then the operator is told that the mail servers have nothing otherwise

      Examples:
        | status     |
        | suspended  |
        | terminated |

    Scenario: A service that is being set up once more
      Given mail for "baobab.example" is set up
      And it is ordered with 20 mailboxes of 5 GB each, for 3 months
      When Ama sets up mail for "baobab.example"
      Then the operator is told that the mail servers have nothing otherwise

  @proc-backends-compared
  Rule: A domain is compared with the service that has it now

    Scenario: Somebody else had it for a while
      Given Kofi had mail for "baobab.example" for a while, until it was terminated
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the operator is told that the mail servers have nothing otherwise
