Feature: What an entry of the API activity tells

  An entry has to answer who did what, from where and with which key, without
  ever holding what was sent. Product owners count with its summary.

  Rule: An entry names the credential, the address and the client

    Scenario: From an IPv4 address
      Given Ama has an account
      And Ama's credential is called "deploy"
      And Ama is at "198.51.100.7"
      And Ama uses the client "orders/2.1"
      When Ama looks up her account
      Then the newest entry of Ama's usage names "deploy", "198.51.100.7" and "orders/2.1"
      And it has an IPv4 address

    Scenario: From an IPv6 address
      Given Ama has an account
      And Ama is at "2001:db8::7"
      When Ama looks up her account
      Then the newest entry of Ama's usage comes from "2001:db8::7"
      And it has no IPv4 address

    Scenario: A client with a very long name
      Given Ama has an account
      And Ama uses a client whose name has 700 characters
      When Ama looks up her account
      Then the newest entry of Ama's usage holds 500 characters of it

  Rule: The summary counts everything that is kept

    Scenario: Done and refused, from two places
      Given Ama has an account
      When Ama looks up her account 3 times
      And Ama is at "198.51.100.7"
      And Ama lists her domains from the place "nowhere"
      And Ama is at "2001:db8::7"
      And Ama looks up her account
      Then Ama's usage counts 5 entries, 4 done and 1 rejected, from 2 IPv4 addresses

  Rule: Nobody sees the activity of others

    Scenario: Two customers
      Given Ama has an account
      And Kofi has an account
      When Ama looks up her account
      Then Kofi's usage is empty

  Rule: Entries are kept for 90 days

    Scenario: An old entry goes, and the summary with it
      Given Ama has an account
      When Ama looks up her account
      And 89 days pass
      And Ama lists her domains
      And 2 days pass
      And the platform has tidied up
      Then Ama's usage shows no "account"
      And Ama's usage shows one "domains"
      And Ama's usage counts 3 entries, 3 done and 0 rejected, from 1 IPv4 address
