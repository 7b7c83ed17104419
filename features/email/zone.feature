Feature: What the zone says of mail

  A zone belongs to its owner, who has made it say things for good reasons.
  What mail needs is added to that, and never put in its place.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  Rule: A zone that says nothing of mail is made to say all that mail needs

    Scenario: A new domain
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then mail for "baobab.example" needs these records:
        | purpose      | state | name                             | type  | content                                                    | priority |
        | mx           | added | baobab.example                   | MX    | mx1.mail.host.example.                                     | 10       |
        | mx           | added | baobab.example                   | MX    | mx2.mail.host.example.                                     | 20       |
        | spf          | added | baobab.example                   | TXT   | v=spf1 include:_spf.mail.host.example ~all                 | none     |
        | dkim         | added | host1._domainkey.baobab.example  | TXT   | v=DKIM1; k=rsa;                                            | none     |
        | dkim         | added | host2._domainkey.baobab.example  | TXT   | v=DKIM1; k=ed25519;                                        | none     |
        | dmarc        | added | _dmarc.baobab.example            | TXT   | v=DMARC1;                                                  | none     |
        | autoconfig   | added | autoconfig.baobab.example        | CNAME | autoconfig.mail.host.example.                              | none     |
        | autodiscover | added | autodiscover.baobab.example      | CNAME | autodiscover.mail.host.example.                            | none     |
        | tlsrpt       | added | _smtp._tls.baobab.example        | TXT   | v=TLSRPTv1; rua=mailto:tls-reports@mail.host.example       | none     |
      And the zone of mail for "baobab.example" was last seen to now

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

  Rule: A policy against forged mail is never weakened

    Scenario: A strict one
      Given "baobab.example" has the TXT record "_dmarc" with "v=DMARC1; p=reject"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the dmarc record of mail for "baobab.example" is "present"
      And the nameservers serve a text of "_dmarc.baobab.example" that says "v=DMARC1; p=reject"

  Rule: Mail that somebody else takes stays with them

    Scenario: Another mail server
      Given "baobab.example" has the MX record "@" with "10 mail.other.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the mx record of mail for "baobab.example" is "conflict"
      And the autodiscover record of mail for "baobab.example" is "missing"
      And the zone of mail for "baobab.example" is "partial"
