Feature: Wildcards beside mail

  A name that gets records of its own is no longer answered for by a wildcard
  (RFC 4592). Where that would take something away, nothing is written.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "a.shop.baobab.example"

  @mail-wildcard
  Rule: No wildcard is silenced

    Scenario Outline: A wildcard "<wildcard>" beside "<beside>"
      Given "baobab.example" has the A record "<wildcard>" with "192.0.2.1"
      And "baobab.example" has the A record "<beside>" with "192.0.2.2"
      When Ama sets up mail for "a.shop.baobab.example"
      And the mail servers have caught up
      Then the mx record of mail for "a.shop.baobab.example" is "<state>"

      Examples:
        | wildcard | beside   | state    |
        | *        | www      | conflict |
        | *.shop   | www      | conflict |
        | *        | a.shop   | added    |
        | *        | b.a.shop | added    |
        | *        | shop     | added    |
        | *        | b.shop   | added    |
        | *        | workshop | conflict |
        | *.shops  | www      | added    |

    Scenario: A wildcard does not answer for the domain itself
      Given Ama has an email service for "baobab.example"
      And "baobab.example" has the A record "*" with "192.0.2.1"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the mx record of mail for "baobab.example" is "added"

    Scenario: Nor for a name that has a text already
      Given "baobab.example" has the A record "*" with "192.0.2.1"
      And "baobab.example" has the TXT record "_dmarc.a.shop" with "a note of the owner"
      When Ama sets up mail for "a.shop.baobab.example"
      And the mail servers have caught up
      Then the dmarc record of mail for "a.shop.baobab.example" is "added"
