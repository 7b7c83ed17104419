@direct
Feature: Limits of many customers

  Customers come and go all the time. Whoever is gone is forgotten; what the others have
  asked for stays counted.

  @limit-own
  Rule: Whoever else comes or goes changes nobody's limit

    Background:
      Given 24 early customers called, who may do so once a minute
      And 30 seconds passed
      And 24 late customers called, who may do so once a minute

    Scenario: The minute of the early ones is over
      When 30 seconds pass
      Then none of the 24 late customers may call again
      And each of the 24 early customers may call again

    Scenario: The minute of all is over
      When 1 minute passes
      Then each of the 24 late customers may call again
      And each of the 24 early customers may call again
