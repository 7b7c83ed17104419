Feature: What the zone says of mail

  A zone belongs to its owner, who has made it say things for good reasons.
  What mail needs is added to that, and never put in its place.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-zone
  Rule: A zone that says nothing of mail is made to say all that mail needs

    Scenario: A new domain
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then mail for "baobab.example" needs these records:
        | purpose      | state | name                            | type  | content                                              | priority |
        | mx           | added | baobab.example                  | MX    | mx1.mail.host.example.                               | 10       |
        | mx           | added | baobab.example                  | MX    | mx2.mail.host.example.                               | 20       |
        | spf          | added | baobab.example                  | TXT   | v=spf1 include:_spf.mail.host.example ~all           | none     |
        | dkim         | added | host1._domainkey.baobab.example | TXT   | v=DKIM1; k=rsa; p=(a key)                            | none     |
        | dkim         | added | host2._domainkey.baobab.example | TXT   | v=DKIM1; k=ed25519; p=(a key)                        | none     |
        | dmarc        | added | _dmarc.baobab.example           | TXT   | v=DMARC1; p=none                                     | none     |
        | autoconfig   | added | autoconfig.baobab.example       | CNAME | autoconfig.mail.host.example.                        | none     |
        | autodiscover | added | autodiscover.baobab.example     | CNAME | autodiscover.mail.host.example.                      | none     |
        | tlsrpt       | added | _smtp._tls.baobab.example       | TXT   | v=TLSRPTv1; rua=mailto:tls-reports@mail.host.example | none     |
      And the zone of mail for "baobab.example" was last seen to now
