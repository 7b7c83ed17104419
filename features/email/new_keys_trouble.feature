Feature: New keys for mail, when something is in the way

  Nameservers and mail servers are away, processes end, operators change their mind.
  Mail is signed with a key that its zone says of, whatever happens.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  @mail-new-keys-trouble
  Rule: A key that the nameservers did not take signs nothing, and they are asked again

    Scenario: A day later
      Given the nameservers will refuse the next 2 requests
      And the operator has called the keys of mail "host3" and "host4"
      When 1 day passes
      And the nameservers have caught up
      Then mail for "baobab.example" is signed with the keys "host1, host2"
      And the zone of mail for "baobab.example" is "synced"

    Scenario: Another day later
      Given the nameservers will refuse the next 2 requests
      And the operator has called the keys of mail "host3" and "host4"
      And 1 day passed
      And the nameservers have caught up
      When 1 day passes
      And the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host3, host4"

  @mail-new-keys-trouble
  Rule: What was begun is finished, by whichever process

    Scenario: One ends before the mail servers are told
      Given the operator has called the keys of mail "host3" and "host4"
      And 1 day passed
      And another process has taken over
      When the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host3, host4"

    Scenario: The mail servers are away for days
      Given the operator has called the keys of mail "host3" and "host4"
      And the mail servers will be away for the next 12 requests
      And 1 day passed
      And the mail servers have had a day more
      And 1 hour passed
      And the mail servers have had a day more
      When the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host3, host4"
