Feature: Which record comes first

  Mail and service records are tried in the order of their priority. It stands
  beside the content or in it, and is never guessed.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-priority
  Rule: Mail and service records need a priority, beside the content or in it

    Scenario Outline: <type> with "<content>" and the priority <beside>
      When Ama adds to "baobab.example" the record
        | name | type   | content   | priority |
        | here | <type> | <content> | <beside> |
      Then "baobab.example" has these records:
        | name | type   | contents | priority |
        | here | <type> | <kept>   | <shown>  |

      Examples:
        | type | content                     | beside | kept                      | shown |
        | MX   | mail.other.example          | 10     | mail.other.example.       | 10    |
        | MX   | 20 mail.other.example       |        | mail.other.example.       | 20    |
        | MX   | mail.other.example          | 0      | mail.other.example.       | 0     |
        | MX   | mail.other.example          | 65535  | mail.other.example.       | 65535 |
        | SRV  | 5 5060 sip.other.example    | 10     | 5 5060 sip.other.example. | 10    |
        | SRV  | 10 5 5060 sip.other.example |        | 5 5060 sip.other.example. | 10    |
        | A    | 192.0.2.1                   |        | 192.0.2.1                 | none  |

    Scenario: Mail servers with different priorities
      When Ama adds to "baobab.example" the record
        | name | type | contents                                      |
        | @    | MX   | 10 mail.other.example / 20 mail.third.example |
      Then "baobab.example" has these records:
        | name | type | contents                                        | priority |
        | @    | MX   | 10 mail.other.example. / 20 mail.third.example. | none     |

    Scenario Outline: <type> with "<content>" and the priority <beside> is refused
      When Ama adds to "baobab.example" the record
        | name | type   | content   | priority |
        | here | <type> | <content> | <beside> |
      Then the request is refused as "invalid_dns_priority"

      Examples:
        | type  | content                  | beside |
        | MX    | mail.other.example       |        |
        | SRV   | 5 5060 sip.other.example |        |
        | MX    | mail.other.example       | -1     |
        | MX    | mail.other.example       | 65536  |
        | MX    | 10 mail.other.example    | 10     |
        | A     | 192.0.2.1                | 10     |
        | TXT   | hello                    | 10     |
        | CNAME | www.other.example        | 0      |
        | HTTPS | 1 .                      | 1      |
