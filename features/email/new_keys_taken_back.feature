Feature: New keys for mail that are taken back

  The operator may change their mind before new keys sign. Mail is signed as
  before then, and nothing is left of what was begun.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up
    And the keys of mail for "baobab.example" are noted
    And the operator has called the keys of mail "host3" and "host4"

  @mail-new-keys-trouble
  Rule: What was to sign and is no more to goes

    Scenario: The names are as they were
      Given the operator has called the keys of mail "host1" and "host2"
      And 1 day passed
      When the nameservers have caught up
      Then the nameservers serve the keys "host1, host2" of mail for "baobab.example"
      And the keys of mail for "baobab.example" are the ones that were noted

    Scenario: The names are others again
      Given the operator has called the keys of mail "host5" and "host6"
      And 1 day passed
      When the mail servers have caught up
      Then mail for "baobab.example" is signed with the keys "host5, host6"
      And the nameservers serve the keys "host1, host2, host5, host6" of mail for "baobab.example"

  @mail-key-gone
  Rule: Of mail that is over nobody keeps a key

    Scenario: Terminated meanwhile
      Given the service of mail for "baobab.example" becomes "terminated"
      When the mail servers are told of it
      Then nothing is left of the keys of mail for "baobab.example"
