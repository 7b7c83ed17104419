Feature: A zone that sends mail to our hosts already

  Who moved here by hand has our hosts in the zone, in an order of their own. What is
  missing is added beside them.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-mx
  Rule: Where mail is ours alone, the order of our hosts is the owner's

    Scenario: Both, the other way round
      Given "baobab.example" has the MX record "@" with the values "20 mx1.mail.host.example / 10 mx2.mail.host.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then mail for "baobab.example" is sent to "mx1 20 present, mx2 10 present"

    Scenario: One of them
      Given "baobab.example" has the MX record "@" with "20 mx1.mail.host.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then mail for "baobab.example" is sent to "mx1 20 present, mx2 20 added"
      And the zone of mail for "baobab.example" is "synced"

  @mail-mx
  Rule: What all hosts share is said once

    Scenario: The preference of the one that was there
      Given "baobab.example" has the MX record "@" with "20 mx1.mail.host.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the MX record of "baobab.example" says "mx1.mail.host.example. / mx2.mail.host.example." with the priority 20
