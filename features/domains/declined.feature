@graphql
Feature: Years of domains that were not paid

  A domain whose year was not paid is not renewed. Its owner is shown why, so that
  it can be paid before the domain is lost.

  Background:
    Given Ama owns the domain "baobab.example"
    And a year of ".example" costs 14 USD
    And the registry shows that "baobab.example" ends in 30 days
    And the platform has heard of it
    And Ama turned auto-renew on for "baobab.example"
    And the bank declines

  @domain-renewal-fails
  Rule: It is shown that it was not paid, until it is

    Scenario: The bank declines
      When 17 days pass
      And the bank has caught up
      Then the dashboard shows that "baobab.example" was not renewed: "refused: not paid"

    Scenario: It is paid the next day
      Given 17 days passed
      And the bank has caught up
      And the bank pays again
      When 1 day passes
      And the registrar has caught up
      Then the dashboard shows that "baobab.example" was renewed
