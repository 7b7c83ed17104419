Feature: New keys for mail

  A key that signed for years may be known to others. The operator has all domains
  sign with new ones; nobody has to do anything, and no mail fails for it.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up
    And the keys of mail for "baobab.example" are noted

  @mail-new-keys
  Rule: A new key is in the zone for a day before it signs

    Scenario: The zone says of both
      When the operator calls the keys of mail "host3" and "host4"
      Then the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"
      And the zone of mail for "baobab.example" is "synced"
      And mail for "baobab.example" is signed with the keys "host1, host2"

    Scenario: Almost a day later
      Given the operator has called the keys of mail "host3" and "host4"
      When 1 day passes but for a second
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host1, host2"

    Scenario: A day later
      Given the operator has called the keys of mail "host3" and "host4"
      When 1 day passes
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host3, host4"
      And the keys of mail for "baobab.example" are others than those that were noted
      And nobody who reads the database can sign mail for "baobab.example"

    Scenario: One of the two
      Given the operator has called the keys of mail "host3" and "host2"
      When 1 day passes
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host3, host2"

    Scenario: Keys of an earlier release, which noted no names
      Given an earlier release made the keys of mail for "baobab.example"
      And the operator has called the keys of mail "host3" and "host4"
      When 1 day passes
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host3, host4"
      And the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"

  @mail-new-keys
  Rule: Nothing else is written into the zone for it

    Scenario: What the owner took out
      Given Ama knows the records of "baobab.example"
      And Ama removed the TXT record "_dmarc" from "baobab.example"
      When the operator calls the keys of mail "host3" and "host4"
      Then the dmarc record of mail for "baobab.example" is "missing"
      And the signing key "host3" of mail for "baobab.example" is "added"
