Feature: What an entry of usage tells

  An entry has to answer who did what, from where and with which key, without
  ever holding what was sent. Product owners count with its summary.

  @usage-caller @usage-ipv4
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
