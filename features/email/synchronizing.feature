Feature: Synchronizing the zone of mail

  Zones change, domains come and go, nameservers are away. Whatever happens,
  the customer can ask again, and is told how the zone stands.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  @mail-sync
  Rule: Synchronizing what is as it should be changes nothing

    Scenario: Asked for
      When Ama synchronizes the zone of mail for "baobab.example"
      Then the zone of mail for "baobab.example" is "queued"

    Scenario: Once more
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the zone of mail for "baobab.example" is "synced"
      And the mx record of mail for "baobab.example" is "present"
      And the nameservers were asked 8 times

    Scenario: Twice at once
      When Ama synchronizes the zone of mail for "baobab.example"
      And Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the zone of mail for "baobab.example" is "synced"
      And the nameservers were asked 8 times

  @mail-sync
  Rule: What the owner took out comes back

    Scenario: A policy that was removed
      Given Ama knows the records of "baobab.example"
      And Ama removed the TXT record "_dmarc" from "baobab.example"
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the dmarc record of mail for "baobab.example" is "added"
      And the zone of mail for "baobab.example" is "synced"
      And the nameservers serve a text of "_dmarc.baobab.example" that says "v=DMARC1; p=none"
