Feature: The keys of mail

  Receivers believe a signature. So the keys that make it are made once for each
  domain, and nobody gets hold of them.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And it is ordered with 10 mailboxes of 5 GB each, for 3 months

  @mail-key
  Rule: Mail is signed with keys made once, which only the mail servers can use

    Scenario: Keys at rest
      Given mail for "baobab.example" is set up
      Then nobody who reads the database can sign mail for "baobab.example"

    Scenario: Setting it up again keeps the keys
      Given mail for "baobab.example" is set up
      And the keys of mail for "baobab.example" are noted
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the keys of mail for "baobab.example" are the ones that were noted
      And the dkim record of mail for "baobab.example" is "present"
