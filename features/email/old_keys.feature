Feature: Old keys of mail

  What was signed with an old key is on its way for days, and receivers look for
  that key. Then it goes, so that nobody can sign with it any more.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up
    And the operator has called the keys of mail "host3" and "host4"
    And 1 day passed

  @mail-old-keys
  Rule: An old key is in the zone for a week after it signed last

    Scenario: Almost a week later
      Given the mail servers have caught up
      When 7 days pass but for a second
      And the nameservers have caught up
      Then the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"
      And the mail servers have the keys "host1, host2, host3, host4" for "baobab.example"

    Scenario: A week later
      Given the mail servers have caught up
      When 7 days pass
      And the nameservers have caught up
      Then the nameservers serve the keys "host3, host4" of mail for "baobab.example"
      And the mail servers have the keys "host3, host4" for "baobab.example"
      And the keys of mail for "baobab.example" are told as "host3 present, host4 present"

    Scenario: The week begins when the mail servers sign with the new one
      Given the mail servers will be away for the next 3 requests
      And the mail servers have had a day more
      And 6 days passed
      When the nameservers have caught up
      Then the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"
      And mail for "baobab.example" is signed with the keys "host3, host4"

  @mail-old-keys
  Rule: A name that an old key had is free once that is gone

    Scenario: Back again
      Given the mail servers have caught up
      And the operator has called the keys of mail "host1" and "host2"
      And 7 days passed
      And the mail servers have caught up
      And 1 hour passed
      When the nameservers have caught up
      Then the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"
      And mail for "baobab.example" is signed with the keys "host3, host4"
