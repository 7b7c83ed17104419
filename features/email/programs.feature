Feature: Where mail programs find their settings

  Programs ask names of the domain for the settings of its mailboxes. The platform
  gives its own there, unless the owner has said something else.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-programs
  Rule: What the owner says of a program's settings stays

    Scenario Outline: "<name>" says "<content>"
      Given "baobab.example" has the <type> record "<name>" with "<content>"
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the <purpose> record of mail for "baobab.example" is "<state>"

      Examples:
        | purpose      | state    | type  | name               | content                                |
        | autoconfig   | conflict | A     | autoconfig         | 192.0.2.1                              |
        | autoconfig   | conflict | CNAME | autoconfig         | settings.other.example                 |
        | autoconfig   | present  | CNAME | autoconfig         | autoconfig.mail.host.example           |
        | autodiscover | conflict | SRV   | _autodiscover._tcp | 0 0 443 mail.other.example             |
        | autodiscover | added    | SRV   | _autodiscover._tcp | 0 0 443 autodiscover.mail.host.example |
        | autoconfig   | added    | SRV   | _autodiscover._tcp | 0 0 443 mail.other.example             |
