@rest
Feature: A credential that is in constant use

  Whoever calls all day is not looked at as a stranger every ten minutes, whatever others
  at the same address try meanwhile.

  Background:
    Given Ama has an account
    And Kofi has an account

  @limit-strangers
  Rule: Who was let in lately is let in

    Scenario: Ten minutes after the first call, and less than one after the last
      Given Ama has looked up her account
      And 570 seconds passed
      And Ama has looked up her account
      And Kofi's token is one that never was
      And Kofi was refused his account 120 times
      When 40 seconds pass
      And Ama looks up her account
      Then the request is accepted
