Feature: Setting up mail

  Mail has to be taken by the mail servers before a zone sends it there, so
  both are done in that order, and the customer only asks once.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And it is ordered with 10 mailboxes of 5 GB each, for 3 months

  @mail-provision
  Rule: The mail servers take mail within the limits of the plan, and the zone follows

    Scenario: Asked for, not yet done
      When Ama sets up mail for "baobab.example"
      Then the request is accepted
      And setting up mail for "baobab.example" is "queued"
      And the mail servers take no mail for "baobab.example"
      And "baobab.example" has no records

    Scenario: Done
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the mail servers take mail for "baobab.example", in up to 10 mailboxes of 5 GB
      And the email service of "baobab.example" is "active"
      And mail for "baobab.example" was set up now
      And nothing is under way for mail for "baobab.example"
      And the zone of mail for "baobab.example" is "synced"
      And the nameservers serve 1 records of the type MX for "baobab.example"
      And the nameservers serve 5 records of the type TXT for "baobab.example"

  @mail-sync-first
  Rule: A service that was never set up is set up before its zone is synchronized

    Scenario: The zone first, not yet done
      When Ama synchronizes the zone of mail for "baobab.example"
      Then setting up mail for "baobab.example" is "queued"

    Scenario: The zone first, done
      When Ama synchronizes the zone of mail for "baobab.example"
      And the mail servers have caught up
      Then the mail servers take mail for "baobab.example", in up to 10 mailboxes of 5 GB
      And the zone of mail for "baobab.example" is "synced"
