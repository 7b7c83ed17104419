Feature: What else stands where mail needs a name

  Names of mail may be taken: by an alias, which stands alone (RFC 1034), or by
  texts about other things, which stay and are no hindrance.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-zone
  Rule: Nothing is written beside an alias

    Scenario Outline: "<name>" is an alias
      Given "baobab.example" has the CNAME record "<name>" with "elsewhere.other.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the <purpose> record of mail for "baobab.example" is "conflict"

      Examples:
        | purpose | name       |
        | dmarc   | _dmarc     |
        | tlsrpt  | _smtp._tls |

    Scenario: The names of both keys are aliases
      Given "baobab.example" has the CNAME record "host1._domainkey" with "elsewhere.other.example"
      And "baobab.example" has the CNAME record "host2._domainkey" with "elsewhere.other.example"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the dkim record of mail for "baobab.example" is "conflict"

    Scenario: An address stands there, and mail is taken elsewhere
      Given "baobab.example" has the MX record "@" with "10 mx.other.example"
      And "baobab.example" has the A record "autoconfig" with "192.0.2.1"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the autoconfig record of mail for "baobab.example" is "conflict"

    Scenario: An address stands where mail needs an alias
      Given "baobab.example" has the A record "autoconfig" with "192.0.2.1"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the autoconfig record of mail for "baobab.example" is "conflict"

  @mail-zone
  Rule: Texts about other things stay

    Scenario Outline: "<text>" at "<name>"
      Given "baobab.example" has the TXT record "<name>" with "<text>"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the <purpose> record of mail for "baobab.example" is "<state>"

      Examples:
        | purpose | state    | name       | text                                     |
        | spf     | added    | @          | verification=v=spf1                      |
        | spf     | added    | @          | v=spf10 a                                |
        | tlsrpt  | conflict | _smtp._tls | v=TLSRPTv1; rua=mailto:ama@other.example |
        | tlsrpt  | added    | _smtp._tls | a note of the owner                      |
