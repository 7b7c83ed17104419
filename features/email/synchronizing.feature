Feature: Synchronizing the zone of mail

  Zones change, domains come and go, nameservers are away. Whatever happens,
  the customer can ask again, and is told how the zone stands.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  Rule: Synchronizing what is as it should be changes nothing

    Scenario: Once more
      When Ama synchronizes the zone of mail for "baobab.example"
      Then the zone of mail for "baobab.example" is "queued"
      When the nameservers have caught up
      Then the zone of mail for "baobab.example" is "synced"
      And the mx record of mail for "baobab.example" is "present"
      And the nameservers were asked 8 times

    Scenario: Twice at once
      When Ama synchronizes the zone of mail for "baobab.example"
      And Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the zone of mail for "baobab.example" is "synced"
      And the nameservers were asked 8 times

  Rule: What the owner took out comes back

    Scenario: A policy that was removed
      Given Ama knows the records of "baobab.example"
      And Ama removed the TXT record "_dmarc" from "baobab.example"
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the dmarc record of mail for "baobab.example" is "added"
      And the zone of mail for "baobab.example" is "synced"
      And the nameservers serve a text of "_dmarc.baobab.example" that says "v=DMARC1; p=none"

  Rule: What the nameservers do not take is missing, and goes out again next time

    Scenario: The nameservers say no to one record
      Given Ama knows the records of "baobab.example"
      And Ama removed the TXT record "_dmarc" from "baobab.example"
      When the nameservers have caught up
      Given the nameservers will refuse the next request
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the dmarc record of mail for "baobab.example" is "missing"
      And the zone of mail for "baobab.example" is "partial"
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the zone of mail for "baobab.example" is "synced"
      And the nameservers serve a text of "_dmarc.baobab.example" that says "v=DMARC1; p=none"

  Rule: A full zone takes nothing new

    Scenario: Room for no record more
      Given Ama owns the domain "marula.example"
      And "marula.example" has 1000 records
      And Ama has an email service for "marula.example"
      When Ama sets up mail for "marula.example"
      And the mail servers have caught up
      Then the mx record of mail for "marula.example" is "missing"
      And the zone of mail for "marula.example" is "partial"

  Rule: A domain that leaves meanwhile is the customer's to see to

    Scenario: Handed over while the zone is on its way
      When Ama synchronizes the zone of mail for "baobab.example"
      And "baobab.example" has meanwhile gone to "ns1.other.example, ns2.other.example"
      And the nameservers have caught up
      Then the zone of mail for "baobab.example" is "manual"
      And the mx record of mail for "baobab.example" is "missing"
