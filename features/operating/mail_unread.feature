Feature: Work on mail that this version cannot read

  A newer version may queue what an older one cannot read. Where the operator gives that
  up, its service says that nothing comes of it, and of nothing else.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @proc-queue-bury
  Rule: Setting up has failed once it is given up

    Scenario: Nothing else is queued
      Given Ama asked for mail for "baobab.example" to be set up
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the mail servers have caught up
      Then setting up mail for "baobab.example" is "failed"
      And mail for "baobab.example" shows the error "refused"

    Scenario: That it is stopped is queued too
      Given mail for "baobab.example" is set up
      And Ama asked for mail for "baobab.example" to be set up
      And a newer version queued what is waiting
      And the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are about to be told of it
      And the operator gave up what was queued first
      When the mail servers have caught up
      Then setting up mail for "baobab.example" is "failed"
      And the mail servers have stopped mail for "baobab.example"

  @proc-queue-bury
  Rule: Mail that nobody was setting up has not failed

    Scenario: That it is stopped is given up
      Given mail for "baobab.example" is set up
      And the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are about to be told of it
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the mail servers have caught up
      Then nothing is under way for mail for "baobab.example"
