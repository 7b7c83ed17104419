Feature: Paying for domains

  A domain is renewed when its owner has paid for the year, and not before.

  Background:
    Given Ama owns the domain "baobab.example"
    And a year of ".example" costs 14 USD
    And the registry shows that "baobab.example" ends in 30 days
    And the platform has heard of it
    And Ama turned auto-renew on for "baobab.example"

  @domain-paid
  Rule: Its year is paid before it is renewed

    Scenario: At the price of its suffix
      When 17 days pass
      And the registrar has caught up
      Then "baobab.example" ends in 378 days
      And the bank was paid 14 USD for "baobab.example" from "2031-01-31" to "2032-01-31"

    Scenario: What is not paid is not renewed
      Given the bank declines
      When 17 days pass
      And the registrar has caught up
      Then "baobab.example" ends in 13 days
      And the registrar was asked 0 times

  @domain-paid
  Rule: What the registry refuses is not paid twice

    Scenario: It may the next day
      Given the registrar will refuse the next request
      And 17 days passed
      And the registrar has caught up
      When 1 day passes
      And the registrar has caught up
      Then "baobab.example" ends in 377 days
      And the bank was paid once

    Scenario: It may the next day, though its owner wants no year after it
      Given the registrar will refuse the next request
      And 17 days passed
      And the registrar has caught up
      And Ama turned auto-renew off for "baobab.example"
      When 1 day passes
      And the registrar has caught up
      Then "baobab.example" ends in 377 days
      And the bank was paid once

  @domain-paid
  Rule: What has no price is renewed without a charge

    Scenario: A suffix that the price list does not have
      Given nobody knows what a year of ".example" costs
      When 17 days pass
      And the registrar has caught up
      Then "baobab.example" ends in 378 days
      And the bank was paid 0 times
