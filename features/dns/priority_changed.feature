@rest
Feature: Changing which record comes first

  A priority stays where only the content is changed, and content where only the
  priority is. Who says both at once is asked which of them holds.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-priority @dns-update
  Rule: What is not said of a priority stays

    Scenario Outline: The <type> record is changed to "<content>" and "<beside>"
      Given "baobab.example" has the <type> record "here" with "<first>"
      When Ama changes the <type> record "here" of "baobab.example" as follows
        | content   | priority |
        | <content> | <beside> |
      Then "baobab.example" has these records:
        | name | type   | contents | priority |
        | here | <type> | <kept>   | <shown>  |

      Examples:
        | type | first                   | content                 | beside | kept                  | shown |
        | MX   | 10 mail.a.example       | mail.b.example          |        | mail.b.example.       | 10    |
        | MX   | 10 mail.a.example       | 20 mail.b.example       |        | mail.b.example.       | 20    |
        | MX   | 10 mail.a.example       |                         | 30     | mail.a.example.       | 30    |
        | SRV  | 10 5 5060 sip.a.example | 5 5061 sip.b.example    |        | 5 5061 sip.b.example. | 10    |
        | SRV  | 10 5 5060 sip.a.example | 20 5 5060 sip.b.example |        | 5 5060 sip.b.example. | 20    |
        | SRV  | 10 5 5060 sip.a.example |                         | 0      | 5 5060 sip.a.example. | 0     |

    Scenario: It becomes one that has none
      Given "baobab.example" has the MX record "here" with "10 mail.a.example"
      When Ama changes the MX record "here" of "baobab.example" as follows
        | type | content   |
        | A    | 192.0.2.1 |
      Then "baobab.example" has these records:
        | name | type | contents  | priority |
        | here | A    | 192.0.2.1 | none     |

  @dns-priority @dns-update
  Rule: A priority is said once, and where there is one

    Scenario Outline: "<content>" and the priority <beside> are refused
      Given "baobab.example" has the MX record "here" with "10 mail.a.example"
      When Ama changes the MX record "here" of "baobab.example" as follows
        | type   | content   | priority |
        | <type> | <content> | <beside> |
      Then the request is refused as "invalid_dns_priority"
      And the refusal points to "priority"

      Examples:
        | type | content           | beside |
        | MX   | 20 mail.b.example | 20     |
        | A    | 192.0.2.1         | 20     |
        | MX   |                   | 65536  |
