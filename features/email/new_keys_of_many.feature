@direct
Feature: New keys for the mail of many domains

  To make a key keeps a processor busy, and nameservers are told of each. So the
  domains get theirs some at a time, and customers notice nothing.

  Background:
    Given Ama has mail for 120 domains, which is set up

  @mail-new-keys
  Rule: Some 100 domains get new keys in a minute, and the others after them

    Scenario: The first minute
      When the operator calls the keys of mail "host3" and "host4"
      Then 100 domains have new keys of mail

    Scenario: The second one
      Given the operator has called the keys of mail "host3" and "host4"
      When 1 minute passes
      Then 120 domains have new keys of mail

    Scenario: An hour later
      Given the operator has called the keys of mail "host3" and "host4"
      And 1 minute passed
      When 2 hours pass
      Then 120 domains have new keys of mail
