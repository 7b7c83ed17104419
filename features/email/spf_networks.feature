Feature: Texts beside who may send mail, and what is written wrong there

  A name says more than one thing in its texts. Only one of them says who may send
  mail, and it is read as receivers read it.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-spf
  Rule: The length of a network is a plain number

    Scenario Outline: "<term>" is left alone
      Given "baobab.example" has the TXT record "@" with "v=spf1 <term> ~all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "conflict"

      Examples:
        | term             |
        | a/024            |
        | mx/+8            |
        | ip4:192.0.2.0/00 |

  @mail-spf
  Rule: Other texts are no part of what others say

    Scenario: A note before it
      Given Kofi owns the domain "marula.example"
      And "marula.example" has the TXT record "_spf" with the values "a note / v=spf1 a mx a:a.example a:b.example a:c.example a:d.example a:e.example a:f.example a:g.example -all"
      And "baobab.example" has the TXT record "@" with "v=spf1 include:_spf.marula.example -all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "conflict"

  @mail-spf
  Rule: A name has a hundred texts at most

    Scenario Outline: <count> texts of the owner's
      Given "baobab.example" has <count> texts
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "<state>"

      Examples:
        | count | state    |
        | 99    | added    |
        | 100   | conflict |
