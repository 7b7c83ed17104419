Feature: Mail for a domain whose zone is elsewhere

  Many customers keep their zone with somebody else. The platform cannot write
  into it, and says what to publish there.

  @mail-manual
  Rule: Where the zone is not ours, the customer is told what to publish

    Scenario: A domain that is not the customer's
      Given Ama has an email service for "baobab.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the email service of "baobab.example" is "active"
      And the zone of mail for "baobab.example" is "manual"
      And mail for "baobab.example" needs these records:
        | purpose      | state   | name                            | type  | content                                              |
        | mx           | missing | baobab.example                  | MX    | mx1.mail.host.example.                               |
        | mx           | missing | baobab.example                  | MX    | mx2.mail.host.example.                               |
        | spf          | missing | baobab.example                  | TXT   | v=spf1 include:_spf.mail.host.example ~all           |
        | dkim         | missing | host1._domainkey.baobab.example | TXT   | v=DKIM1; k=rsa; p=(a key)                            |
        | dkim         | missing | host2._domainkey.baobab.example | TXT   | v=DKIM1; k=ed25519; p=(a key)                        |
        | dmarc        | missing | _dmarc.baobab.example           | TXT   | v=DMARC1; p=none                                     |
        | autoconfig   | missing | autoconfig.baobab.example       | CNAME | autoconfig.mail.host.example.                        |
        | autodiscover | missing | autodiscover.baobab.example     | CNAME | autodiscover.mail.host.example.                      |
        | tlsrpt       | missing | _smtp._tls.baobab.example       | TXT   | v=TLSRPTv1; rua=mailto:tls-reports@mail.host.example |

    Scenario: A domain of somebody else's
      Given Kofi owns the domain "baobab.example"
      And Ama has an email service for "baobab.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the zone of mail for "baobab.example" is "manual"
      And "baobab.example" has no records

    Scenario: A domain that other nameservers serve
      Given Ama owns the domain "baobab.example"
      And "baobab.example" has meanwhile gone to "ns1.host.example, ns2.other.example"
      And Ama has an email service for "baobab.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the zone of mail for "baobab.example" is "manual"
      And "baobab.example" has no records

    Scenario Outline: A domain of the customer's that is <status>
      Given Ama owns the domain "baobab.example", which is "<status>"
      And Ama has an email service for "baobab.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the zone of mail for "baobab.example" is "manual"

      Examples:
        | status     |
        | suspended  |
        | redemption |
