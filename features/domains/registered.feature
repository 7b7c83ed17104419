Feature: What the registrar says of a domain

  Customers look a domain up before they move it or let it go: since when and
  until when it is theirs, whether it can leave, and who answers for it.

  @domain-details
  Rule: A domain tells its dates, its lock, its privacy and its nameservers

    Scenario Outline: A domain <which>
      Given Ama owns the domain "baobab.example"
      And the registrar says of "baobab.example"
        | registered at   | 2025-03-01                           |
        | expires at      | <end>                                |
        | locked          | <lock>                               |
        | privacy enabled | <private>                            |
        | name servers    | ns1.other.example, ns2.other.example |
      When Ama looks up "baobab.example"
      Then it tells
        | registered at        | 2025-03-01                           |
        | expires at           | <end>                                |
        | locked               | <lock>                               |
        | privacy enabled      | <private>                            |
        | name servers         | ns1.other.example, ns2.other.example |
        | pending name servers | none                                 |

      Examples:
        | which              | lock | private | end        |
        | that is locked     | yes  | no      | 2031-03-01 |
        | that is not locked | no   | yes     | none       |
