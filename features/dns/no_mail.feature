@rest
Feature: Domains that take no mail

  A domain that takes no mail says so by a mail record that points nowhere. Then
  senders are told at once, instead of trying for days.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-priority @dns-canonical
  Rule: No mail is said by a mail server of ".", with the priority 0

    Scenario Outline: Said by "<content>" and the priority <beside>
      When Ama adds to "baobab.example" the record
        | name | type   | content   | priority |
        | @    | <type> | <content> | <beside> |
      Then "baobab.example" has these records:
        | name | type | contents | priority |
        | @    | MX   | .        | 0        |

      Examples:
        | type | content | beside |
        | MX   | .       | 0      |
        | MX   | 00 .    |        |
        |      | .       | 0      |

    Scenario Outline: No mail, with "<content>" and the priority <beside>
      When Ama adds to "baobab.example" the record
        | name | type | content   | priority |
        | @    | MX   | <content> | <beside> |
      Then the request is refused as "invalid_dns_priority"
      And the refusal points to "<member>"
      And the refusal says "an MX of . has priority 0"

      Examples:
        | content | beside | member   |
        | .       | 10     | priority |
        | 10 .    |        | content  |

  @dns-content-valid
  Rule: It stands alone

    Scenario: Beside a mail server
      When Ama adds to "baobab.example" the record
        | name | type | contents               | priority |
        | @    | MX   | mail.other.example / . | 0        |
      Then the request is refused as "invalid_dns_content"
      And the refusal points to "contents/1"
      And the refusal says "it stands alone"

    Scenario: A service can be said to be nowhere too
      When Ama adds to "baobab.example" the record
        | name      | type | content | priority |
        | _sip._tcp | SRV  | 0 0 .   | 10       |
      Then "baobab.example" has these records:
        | name      | type | contents | priority |
        | _sip._tcp | SRV  | 0 0 .    | 10       |
