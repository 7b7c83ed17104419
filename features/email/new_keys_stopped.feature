Feature: New keys for mail that is not in use

  Mail that is suspended signs nothing: it gets new keys when it is in use again.
  Of mail that is over, nobody keeps a key.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up
    And Ama knows the records of "baobab.example"

  @mail-resumed
  Rule: Mail that is in use again gets what it missed

    Scenario: Its zone says what mail needs
      Given the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are told of it
      And Ama removed the TXT record "_dmarc" from "baobab.example"
      When the service of mail for "baobab.example" becomes "active"
      And the mail servers are told of it
      Then the dmarc record of mail for "baobab.example" is "added"
      And the zone of mail for "baobab.example" is "synced"

    Scenario: No new keys while it is suspended
      Given the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are told of it
      And the operator has called the keys of mail "host3" and "host4"
      When 30 days pass
      And the mail servers have caught up
      Then the nameservers serve the keys "host1, host2" of mail for "baobab.example"

    Scenario: New keys within the hour
      Given the service of mail for "baobab.example" becomes "suspended"
      And the operator has called the keys of mail "host3" and "host4"
      And the service of mail for "baobab.example" becomes "active"
      And the mail servers are told of it
      And 1 hour passed
      When the nameservers have caught up
      Then the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"

  @mail-resumed
  Rule: A key that was about to sign waits for its zone once more

    Scenario: Suspended the day that it would have signed
      Given the operator has called the keys of mail "host3" and "host4"
      And the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are told of it
      And 1 hour passed
      And the service of mail for "baobab.example" becomes "active"
      And the mail servers are told of it
      When 23 hours pass
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host1, host2"
