Feature: Words about mail, written in another way

  Owners write the same thing with other spaces, or with words that came later. The
  platform reads it as receivers do.

  Background:
    Given Ama owns the domain "baobab.example"

  @mail-dmarc
  Rule: A policy is one as receivers read it

    Scenario Outline: The policy "<policy>"
      Given Ama has an email service for "baobab.example"
      And "baobab.example" has the TXT record "_dmarc" with "<policy>"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the dmarc record of mail for "baobab.example" is "<state>"

      Examples:
        | policy                         | state    |
        | v=DMARC1;p=none;               | present  |
        | v=DMARC1; p=none; later_word=1 | present  |
        | v=DMARC1; p=none; later+word=1 | conflict |
        | v=DMARC1; p=none; 1word=1      | conflict |
        | v=DMARC1; p=reject; p=none     | conflict |
        | v=DMARC1; p=none; sp=strict    | conflict |

    Scenario: The policy of the whole domain is said elsewhere
      Given Ama has an email service for "news.baobab.example"
      And "baobab.example" has the CNAME record "_dmarc" with "elsewhere.other.example"
      When Ama sets up mail for "news.baobab.example"
      And the mail servers have caught up
      Then the dmarc record of mail for "news.baobab.example" is "conflict"

  @mail-zone
  Rule: What says the same is there already

    Scenario Outline: Reports to "<text>"
      Given Ama has an email service for "baobab.example"
      And "baobab.example" has the TXT record "_smtp._tls" with "<text>"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the tlsrpt record of mail for "baobab.example" is "<state>"

      Examples:
        | text                                                      | state    |
        | v=TLSRPTv1;rua=mailto:tls-reports@mail.host.example;      | present  |
        | v=TLSRPTv1; rua=mailto: tls-reports@mail.host.example     | present  |
        | v=TLSRPTv1; rua=mailto:tls-reports@mail.host.example; x=1 | conflict |
