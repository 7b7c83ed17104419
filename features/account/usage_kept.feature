Feature: How long usage is kept, and what it adds up to

  Customers count with the summary of their usage, and look back a quarter of a
  year. What is theirs is seen by nobody else.

  @usage-summary
  Rule: The summary counts everything that is kept

    Scenario: Done and refused, from two places
      Given Ama has an account
      And Ama has looked up her account 3 times
      And Ama is at "198.51.100.7"
      And Ama was refused a list of her domains
      And Ama is at "2001:db8::7"
      When Ama looks up her account
      Then Ama's usage counts 5 entries, 4 done and 1 rejected, from 2 IPv4 addresses

  @usage-own
  Rule: Nobody sees the usage of others

    Scenario: Two customers
      Given Ama has an account
      And Kofi has an account
      When Ama looks up her account
      Then Kofi's usage is empty

  @usage-kept
  Rule: Entries are kept for 90 days

    Scenario: An old entry goes, and the summary with it
      Given Ama has an account
      And Ama has looked up her account
      And 89 days passed
      And Ama has listed her domains
      When 2 days pass
      Then Ama's usage shows no "account"
      And Ama's usage shows one "domains"
      And Ama's usage counts 3 entries, 3 done and 0 rejected, from 1 IPv4 address

  @usage-order
  Rule: The newest entry comes first

    Scenario: Two look-ups, one after the other
      Given Ama owns the domain "baobab.example"
      And Ama has looked up her account
      When 1 second passes
      And Ama lists her domains
      Then Ama's usage begins with "domains", then "account"
