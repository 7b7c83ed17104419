Feature: What a zone says of itself

  Who may send mail is often said in a second record of the same zone. That is read, too.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-spf
  Rule: Who lets our hosts in by a second record of the zone has said all

    Scenario Outline: The second record is at "<name>"
      Given "baobab.example" has the TXT record "<name>" with "v=spf1 include:_spf.mail.host.example -all"
      And "baobab.example" has the TXT record "@" with "v=spf1 include:<asked> -all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "<state>"

      Examples:
        | name     | asked                   | state   |
        | _spf     | _spf.baobab.example     | present |
        | _spf     | _SPF.Baobab.example     | present |
        | _spf.net | _spf.net.baobab.example | present |
        | _spf     | spf.baobab.example      | merged  |
