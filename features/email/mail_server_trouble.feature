Feature: When the mail servers do not do their part

  Until the mail servers take mail for a domain, its zone must not send any
  there. The customer is told why they do not.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-refused
  Rule: What the mail servers refuse has failed, and says why

    Scenario: The mail servers say no
      Given the mail servers will refuse the next request
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then setting up mail for "baobab.example" is "failed"
      And mail for "baobab.example" shows the error "refused"
      And the email service of "baobab.example" is "provisioning"
      And "baobab.example" has no records

    Scenario: Trying again
      Given the mail servers will refuse the next request
      And Ama asked for mail for "baobab.example" to be set up
      And the mail servers have caught up
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the email service of "baobab.example" is "active"
      And mail for "baobab.example" shows no error

    Scenario: A name whose mail is somebody else's
      Given Kofi has an email service for "marula.example"
      And mail for "marula.example" is set up
      And Esi has an email service for "marula.example"
      When Esi sets up mail for "marula.example"
      And the mail servers have caught up
      Then setting up mail for "marula.example" is "failed"
      And mail for "marula.example" shows the error "refused"

  @mail-ended
  Rule: A service that ends meanwhile is not set up

    Scenario: Ended while it waits
      When Ama sets up mail for "baobab.example"
      And the service of mail for "baobab.example" becomes "cancelled"
      And the mail servers have caught up
      Then setting up mail for "baobab.example" is "failed"
      And the mail servers take no mail for "baobab.example"
      And the email service of "baobab.example" is "cancelled"
