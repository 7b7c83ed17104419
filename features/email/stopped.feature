Feature: Mail of a service that is not in use

  Whoever does not pay for mail any more gets none: the mail servers are told,
  not only the customer. Who pays again gets it as before.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  @mail-stopped
  Rule: No mail is taken while the service is suspended or cancelled

    Scenario Outline: The service becomes "<status>"
      When the service of mail for "baobab.example" becomes "<status>"
      And the mail servers are told of it
      Then the mail servers have stopped mail for "baobab.example"

      Examples:
        | status    |
        | suspended |
        | cancelled |

    Scenario: Paid late, in its grace
      When the service of mail for "baobab.example" becomes "past_due"
      And the mail servers are told of it
      Then the mail servers take mail for "baobab.example", in up to 10 mailboxes of 5 GB

    Scenario: In use again
      Given the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are told of it
      When the service of mail for "baobab.example" becomes "active"
      And the mail servers are told of it
      Then the mail servers take mail for "baobab.example", in up to 10 mailboxes of 5 GB

    Scenario: The mail servers refused it at first
      Given the mail servers will refuse the next request
      And the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are told of it
      When the mail servers are told of it
      Then the mail servers have stopped mail for "baobab.example"

  @mail-stopped
  Rule: A terminated one is removed

    Scenario: Gone
      When the service of mail for "baobab.example" becomes "terminated"
      And the mail servers are told of it
      Then the mail servers take no mail for "baobab.example"
