Feature: What others let send mail

  What says who may send mail leads to what others say of that. Where the platform
  serves it, that is read too.

  Background:
    Given Kofi owns the domain "marula.example"
    And Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-spf
  Rule: Who lets our hosts in by somebody else's record has said all

    Scenario Outline: By "<term>"
      Given "marula.example" has the TXT record "_spf" with "v=spf1 include:_spf.mail.host.example -all"
      And "baobab.example" has the TXT record "@" with "v=spf1 <term>"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "<state>"

      Examples:
        | term                              | state   |
        | include:_spf.marula.example -all  | present |
        | redirect=_spf.marula.example      | present |
        | ?include:_spf.marula.example -all | merged  |

  @mail-spf
  Rule: What the owner says of our hosts stays

    Scenario Outline: The term "<term>"
      Given "baobab.example" has the TXT record "@" with "v=spf1 <term> ~all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "<state>"
      And the nameservers serve a text of "baobab.example" that says "v=spf1 <term> ~all"

      Examples:
        | term                            | state    |
        | ?include:_spf.mail.host.example | present  |
        | -include:_spf.mail.host.example | conflict |

  @mail-spf
  Rule: What others say is counted to its end

    Scenario: It leads back to where it began
      Given "marula.example" has the TXT record "a" with "v=spf1 include:b.marula.example -all"
      And "marula.example" has the TXT record "b" with "v=spf1 include:a.marula.example -all"
      And "baobab.example" has the TXT record "@" with "v=spf1 include:a.marula.example -all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "conflict"
