Feature: What else the nameservers did not take

  Synchronizing is about what mail needs. Whatever else of the zone went wrong is for
  its owner to see to.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  @mail-sync
  Rule: Only what mail needs goes out again

    Scenario: An address that was refused
      Given her A record "www" with "192.0.2.1" in "baobab.example" was refused by the nameservers
      When Ama synchronizes the zone of mail for "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "failed"
      And the zone of mail for "baobab.example" is "synced"
