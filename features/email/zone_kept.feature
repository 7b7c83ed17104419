Feature: What the zone said of mail before

  Owners have made their zones say things for good reasons. What mail needs is
  added to that, and never put in its place.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-spf
  Rule: Who else may send mail stays as the owner said

    Scenario: SPF is extended, and other texts stay
      Given "baobab.example" has the TXT record "@" with "v=spf1 include:_spf.other.example -all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "merged"
      And the nameservers serve a text of "baobab.example" that says "v=spf1 include:_spf.other.example include:_spf.mail.host.example -all"

    Scenario: A record that costs receivers too much is left as it is
      Given "baobab.example" has the TXT record "@" with "v=spf1 a mx ptr include:a.other.example include:b.other.example include:c.other.example include:d.other.example include:e.other.example include:f.other.example include:g.other.example -all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "conflict"
      And the zone of mail for "baobab.example" is "partial"

    Scenario: What is included is counted where the platform knows it
      Given Kofi owns the domain "marula.example"
      And "marula.example" has the TXT record "_spf" with "v=spf1 a:a.other.example a:b.other.example a:c.other.example a:d.other.example a:e.other.example a:f.other.example a:g.other.example a:h.other.example a:i.other.example -all"
      And "baobab.example" has the TXT record "@" with "v=spf1 include:_spf.marula.example -all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "conflict"

  @mail-dmarc
  Rule: A policy against forged mail is never weakened

    Scenario: A strict one
      Given "baobab.example" has the TXT record "_dmarc" with "v=DMARC1; p=reject"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the dmarc record of mail for "baobab.example" is "present"
      And the nameservers serve a text of "_dmarc.baobab.example" that says "v=DMARC1; p=reject"

  @mail-mx
  Rule: Mail that somebody else takes stays with them

    Scenario: Another mail server
      Given "baobab.example" has the MX record "@" with "10 mail.other.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the mx record of mail for "baobab.example" is "conflict"
      And the autodiscover record of mail for "baobab.example" is "missing"
      And the zone of mail for "baobab.example" is "partial"
