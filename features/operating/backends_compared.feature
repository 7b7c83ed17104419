@rest
Feature: What backends have otherwise

  Somebody changes a backend by hand, or has it back from an old copy. The
  operator is told what is not as the platform believes, and has it put right.

  Background:
    Given an empty folder
    And a file "backends.toml" that lists the backends
      | id    | port | driver  |
      | m-fra | mail | sandbox |
    And the operator has started "hosting --backends backends.toml"
    And mail at "saltskarkayaks.com" is set up

  @proc-backends-compared
  Rule: What a backend has otherwise than the platform believes is told

    Scenario: All is as it is believed
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 0
      And it prints nothing

    Scenario Outline: Mail is <otherwise>
      Given the mail servers have "saltskarkayaks.com" <otherwise>
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it ends with code 1
      And it prints "m-fra saltskarkayaks.com: <told>"

      Examples:
        | otherwise        | told                                                          |
        | suspended        | it is suspended, and its service is in use                    |
        | removed          | it is not there                                               |
        | somebody else's  | it is there for somebody else                                 |
        | with one mailbox | 15 mailboxes were ordered, and it may have 1                  |
        | with less room   | 10737418240 bytes were ordered for a mailbox, and it has 1024 |
        | signed once      | nothing is signed with the key host2                          |

    Scenario: Mail is taken for a name that nobody has ordered
      Given the mail servers have "saltskarkayaks.com" as "left.example"
      When the operator runs "hosting backend diff --backends backends.toml"
      Then it prints "m-fra left.example: it is there, and no service of ours has it any more"

  @proc-backends-repaired
  Rule: What is ours is put right where the operator says so

    Scenario: Mail that was suspended by hand
      Given the mail servers have "saltskarkayaks.com" suspended
      When the operator runs "hosting backend diff --repair --backends backends.toml"
      Then it says "saltskarkayaks.com: it is queued"
      And mail is soon taken for "saltskarkayaks.com" again

    Scenario: Nothing is taken from somebody else
      Given the mail servers have "saltskarkayaks.com" somebody else's
      When the operator runs "hosting backend diff --repair --backends backends.toml"
      Then it says nothing of "queued"
