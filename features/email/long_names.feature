Feature: Mail below a domain, under a long name

  A name has 253 characters at most. What mail needs stands below the name of the
  mail, and where that is too long for it, the customer is told.

  Background:
    Given Ama owns the domain "baobab.example"

  @mail-subdomain
  Rule: What would have too long a name is not written

    Scenario Outline: The name for a mail program has <length> characters
      Given Ama has an email service for "<name>"
      When Ama sets up mail for "<name>"
      And the mail servers have caught up
      Then the autodiscover record of mail for "<name>" is "<state>"

      Examples:
        | length | state    | name                                                                                                                                                                                                                                              |
        | 253    | added    | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.baobab.example  |
        | 254    | conflict | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.baobab.example |
