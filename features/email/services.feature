Feature: Email services

  Mail under one's own name is ordered elsewhere; here the customer sees what
  was ordered and how it stands, and has it set up.

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

  Rule: It tells what the plan allows

    Scenario: Limits and term
      Given Ama has an email service for "baobab.example"
      When Ama lists her email services
      Then it has 10 mailboxes of 5 GB each, for 3 months
      And the email service of "baobab.example" is "provisioning"
      And mail for "baobab.example" was never set up
      And the zone of mail for "baobab.example" is "never"

  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's mail
      Given Ama has an email service for "baobab.example"
      And Kofi has an account
      When Kofi sets up mail for "baobab.example"
      Then the request is refused as "service_not_found"
      When Kofi synchronizes the zone of mail for "baobab.example"
      Then the request is refused as "service_not_found"
      And nothing is under way for mail for "baobab.example"

    Scenario: Mail that never was
      Given Ama has an account
      When Ama sets up mail that never was
      Then the request is refused as "service_not_found"
      When Ama synchronizes the zone of mail that never was
      Then the request is refused as "service_not_found"

    Scenario: A service of another kind
      Given Ama ordered the "kvm" service "kvm"
      When Ama sets up mail of her kvm service
      Then the request is refused as "service_not_found"
      When Ama synchronizes the zone of mail of her kvm service
      Then the request is refused as "service_not_found"
