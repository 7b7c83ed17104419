Feature: The keys of mail under another secret

  The keys that mail is signed with lie in the database under the server's secret.
  Whoever got hold of an old one is to get hold of no key.

  @proc-secret-rotate
  Rule: Another secret keeps the keys, and the old one opens none

    Background:
      Given Ama owns the domain "baobab.example"
      And Ama has an email service for "baobab.example"
      And it is ordered with 10 mailboxes of 5 GB each, for 3 months
      And mail for "baobab.example" is set up

    Scenario: An old secret that is known
      When the operator replaces the server's secret
      Then nobody who has the old secret can sign mail for "baobab.example"

    Scenario: An old secret that is known, and keys that are about to sign
      Given the operator has called the keys of mail "host3" and "host4"
      When the operator replaces the server's secret
      Then nobody who has the old secret can sign mail for "baobab.example"
      And the nameservers serve the keys "host1, host2, host3, host4" of mail for "baobab.example"

    Scenario: Setting up goes on with the keys that were there
      Given the keys of mail for "baobab.example" are noted
      And the operator has replaced the server's secret
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the keys of mail for "baobab.example" are the ones that were noted
      And the mail servers take mail for "baobab.example", in up to 10 mailboxes of 5 GB
