Feature: Years that were paid and cannot be given

  A domain may be gone when the money for its year arrives. It is the operator who
  gives it back then, and has to know of it.

  Background:
    Given Ama owns the domain "baobab.example"
    And a year of ".example" costs 14 USD
    And the registry shows that "baobab.example" ends in 30 days
    And the platform has heard of it
    And Ama turned auto-renew on for "baobab.example"
    And the bank takes its time
    And 17 days passed
    And the bank has caught up

  @domain-paid
  Rule: What is paid for a domain that is gone is told to the operator

    Scenario: It was given up while the transfer was on its way
      Given the operator reads the log
      And the registrar says of "baobab.example"
        | status | cancelled |
      When the bank tells that the last attempt was paid
      Then the operator is told to give the money back
      And the registrar was asked 0 times

  @domain-paid
  Rule: A transfer that is told of renews the domain

    Scenario: It arrived in time
      When the bank tells that the last attempt was paid
      And the registrar has caught up
      Then "baobab.example" ends in 378 days
