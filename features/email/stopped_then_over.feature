Feature: Mail that was suspended, and is over then

  Nothing changes at the mail servers when what is suspended ends; whoever asks is
  told of it all the same.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up
    And the service of mail for "baobab.example" becomes "suspended"
    And the mail servers are told of it

  @mail-stopped
  Rule: The service tells since when it is over, too

    Scenario: It is cancelled
      Given 1 day passed
      When the service of mail for "baobab.example" becomes "cancelled"
      And the mail servers are told of it
      Then mail for "baobab.example" was ended now

    Scenario: Nothing more was said since
      Given the service of mail for "baobab.example" becomes "cancelled"
      And the mail servers are told of it
      When 1 day passes
      Then mail for "baobab.example" was ended a day ago
