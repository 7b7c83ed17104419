Feature: Setting up mail that was given up

  Setting up mail may be given up, by the platform or by the operator. Its service
  says so, and the operator can have it tried again.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @proc-queue-retry
  Rule: What was given up is tried again where it is still of use

    Scenario: The mail servers take it now
      Given the mail servers will refuse the next request
      And Ama asked for mail for "baobab.example" to be set up
      And the mail servers have caught up
      When the operator has what was given up tried again
      And the mail servers have caught up
      Then the email service of "baobab.example" is "active"
      And the zone of mail for "baobab.example" is "synced"

    Scenario: It waits until it is done
      Given the mail servers will refuse the next request
      And Ama asked for mail for "baobab.example" to be set up
      And the mail servers have caught up
      When the operator has what was given up tried again
      Then setting up mail for "baobab.example" is "queued"

    Scenario: The service is over
      Given the mail servers will refuse the next request
      And Ama asked for mail for "baobab.example" to be set up
      And the mail servers have caught up
      And the service of mail for "baobab.example" becomes "cancelled"
      When the operator has what was given up tried again, which is of no use
      Then setting up mail for "baobab.example" is "failed"
