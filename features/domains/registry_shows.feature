Feature: What the registry shows of a domain

  A registration lives at its registry: it is locked, moved, ended there. What
  the customer sees follows it.

  Background:
    Given Ama owns the domain "baobab.example"

  @domain-follows-registry
  Rule: A domain stands where its registry says

    Scenario Outline: The registry says that it is <registry>
      When the registry shows "baobab.example" as <registry>
      And the platform has heard of it
      Then "baobab.example" stands as "<status>"

      Examples:
        | registry                    | status           |
        | registered                  | active           |
        | held back                   | suspended        |
        | on its way elsewhere        | transfer_pending |
        | over, but still to be saved | grace            |
        | deleted                     | redemption       |
        | about to be free            | pending_delete   |
        | with somebody else          | cancelled        |

    Scenario Outline: Its time is over <when>
      Given the registry shows that "baobab.example" ends in 30 days
      And the platform has heard of it
      And 29 days passed
      And 23 hours passed
      When <minutes> minutes pass
      And the registry shows "baobab.example" as registered
      And the platform has heard of it
      Then "baobab.example" stands as "<status>"

      Examples:
        | when        | minutes | status  |
        | in a minute | 57      | active  |
        | now         | 58      | expired |

  @domain-follows-registry
  Rule: Its end, its lock and its privacy are those of the registry

    Scenario: Renewed by somebody at the registrar
      When the registry shows that "baobab.example" ends in 700 days
      And the platform has heard of it
      Then "baobab.example" ends in 700 days

    Scenario Outline: <change> at the registrar
      When the registry shows "baobab.example" as <shown>
      And the platform has heard of it
      Then "baobab.example" is <seen>

      Examples:
        | change    | shown      | seen       |
        | Locked    | locked     | locked     |
        | Uncovered | not hidden | not hidden |
