Feature: Email services

  Mail under one's own name is ordered elsewhere; here the customer sees what
  was ordered and how it stands, and has it set up.

  @mail-order
  Rule: The list shows the customer's email services, newest first

    Scenario: Two of them, one after the other
      Given Ama has an email service for "baobab.example"
      And a day later Ama has an email service for "marula.example"
      When Ama lists her email services
      Then she sees the email services "marula.example, baobab.example"

    Scenario: Services of other kinds are not in it
      Given Ama ordered the "kvm" service "Shop server"
      When Ama lists her email services
      Then she sees no email services

    Scenario: What belongs to somebody else is not in it
      Given Ama has an email service for "baobab.example"
      And Kofi has an email service for "marula.example"
      When Kofi lists his email services
      Then he sees the email services "marula.example"

  @mail-details
  Rule: It tells what the plan allows

    Scenario: Limits and term
      Given Ama has an email service for "baobab.example"
      And it is ordered with 25 mailboxes of 7 GB each, for 6 months
      When Ama lists her email services
      Then she sees 25 mailboxes of 7 GB each, for 6 months
      And the email service of "baobab.example" is "provisioning"
      And mail for "baobab.example" was never set up
      And the zone of mail for "baobab.example" is "never"
