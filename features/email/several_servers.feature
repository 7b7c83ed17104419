Feature: Mail at several servers

  A company has more than one set of mail servers. Each domain is at one of
  them and stays there, and one that is away is nothing to the others.

  Background:
    Given the operator lists two backends of mail, "fra" and "ams"
    And Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And the mail "baobab.example" is at "ams"

  @mail-backend
  Rule: Mail is taken where its domain is

    Scenario: It is set up
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the email service of "baobab.example" is "active"
      And the zone of mail for "baobab.example" is "synced"
      And "ams" was asked, and "fra" was not

  @mail-backend-away
  Rule: Mail servers that are away hold up no others

    Scenario: Their own waits
      Given Ama owns the domain "acacia.example"
      And Ama has an email service for "acacia.example"
      And "ams" will be away for the next 3 requests
      When Ama sets up mail for "baobab.example"
      And Ama sets up mail for "acacia.example"
      And the mail servers have caught up
      Then the email service of "acacia.example" is "active"
      And setting up mail for "baobab.example" is "queued"
