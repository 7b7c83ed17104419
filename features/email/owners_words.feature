Feature: What the owner said of mail stays said

  Somebody else may send mail for a domain too, with keys and a policy of its own.
  The platform writes under its own names, and takes no word of the owner's back.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-key-selector
  Rule: Of the keys that mail is signed with, only the platform's own are written

    Scenario: A key of somebody else's
      Given "baobab.example" has the TXT record "news._domainkey" with "v=DKIM1; k=rsa; p=MIIBoldnews"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the nameservers serve a text of "news._domainkey.baobab.example" that says "v=DKIM1; k=rsa; p=MIIBoldnews"
      And the signing key "host1" of mail for "baobab.example" is "added"
      And the signing key "host2" of mail for "baobab.example" is "added"

    Scenario: An old key under a name of the platform's
      Given "baobab.example" has the TXT record "host1._domainkey" with "v=DKIM1; k=rsa; p=MIIBoldhost"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the nameservers serve no text of "host1._domainkey.baobab.example" that says "v=DKIM1; k=rsa; p=MIIBoldhost"
      And the signing key "host1" of mail for "baobab.example" is "merged"
      And the zone of mail for "baobab.example" is "synced"

  @mail-spf
  Rule: Who may send mail costs receivers ten look-ups at most

    Scenario Outline: <count> look-ups before ours
      Given "baobab.example" has the TXT record "@" with "v=spf1 <terms> -all"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "<state>"

      Examples:
        | count | state    | terms                                                                                                                                         |
        | 9     | merged   | a mx a:b.example a:c.example a:d.example a:e.example a:f.example a:g.example a:h.example                                                      |
        | 10    | conflict | a mx a:b.example a:c.example a:d.example a:e.example a:f.example a:g.example a:h.example a:i.example                                          |
        | none  | merged   | ip4:192.0.2.1 ip4:192.0.2.2 ip4:192.0.2.3 ip4:192.0.2.4 ip4:192.0.2.5 ip4:192.0.2.6 ip4:192.0.2.7 ip4:192.0.2.8 ip4:192.0.2.9 ip6:2001:db8::1 |

  @mail-dmarc
  Rule: A policy against forged mail stays as it is, whatever it says

    Scenario Outline: The policy "<policy>"
      Given "baobab.example" has the TXT record "_dmarc" with "<policy>"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the dmarc record of mail for "baobab.example" is "<state>"
      And the nameservers serve a text of "_dmarc.baobab.example" that says "<policy>"

      Examples:
        | policy                                         | state    |
        | v=DMARC1; p=quarantine; pct=100                | present  |
        | v=DMARC1; p=none; rua=mailto:ama@other.example | present  |
        | v=DMARC1; p=reject; sp=quarantine              | present  |
        | v=DMARC1; p=none; pct=101                      | conflict |
        | v=DMARC1; p=strict                             | conflict |
