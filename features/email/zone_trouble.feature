Feature: When the zone of mail cannot be put right

  Nameservers refuse, zones are full, domains leave. The customer is told what is
  missing, and can ask again.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  @mail-sync-refused
  Rule: What the nameservers do not take is missing, and goes out again next time

    Scenario: The nameservers say no to one record
      Given Ama knows the records of "baobab.example"
      And Ama removed the TXT record "_dmarc" from "baobab.example"
      And the nameservers have caught up
      And the nameservers will refuse the next request
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the dmarc record of mail for "baobab.example" is "missing"
      And the zone of mail for "baobab.example" is "partial"

    Scenario: It goes out next time
      Given Ama knows the records of "baobab.example"
      And Ama removed the TXT record "_dmarc" from "baobab.example"
      And the nameservers have caught up
      And the nameservers will refuse the next request
      And Ama synchronized the zone of mail for "baobab.example"
      And the nameservers have caught up
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the zone of mail for "baobab.example" is "synced"
      And the nameservers serve a text of "_dmarc.baobab.example" that says "v=DMARC1; p=none"

  @mail-sync-refused
  Rule: A full zone takes nothing new

    Scenario: Room for no record more
      Given Ama owns the domain "marula.example"
      And "marula.example" has 1000 records
      And Ama has an email service for "marula.example"
      When Ama sets up mail for "marula.example"
      And the mail servers have caught up
      Then the mx record of mail for "marula.example" is "missing"
      And the zone of mail for "marula.example" is "partial"

  @mail-leaving
  Rule: A domain that leaves meanwhile is the customer's to see to

    Scenario: Handed over while the zone is on its way
      When Ama synchronizes the zone of mail for "baobab.example"
      And "baobab.example" has meanwhile gone to "ns1.other.example, ns2.other.example"
      And the nameservers have caught up
      Then the zone of mail for "baobab.example" is "manual"
      And the mx record of mail for "baobab.example" is "missing"
