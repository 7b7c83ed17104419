Feature: The key of a change of a machine

  A program that uses a key for something else, or none, has made a mistake. It is
  told so, and nothing happens.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @key-conflict
  Rule: Another request needs another key

    Scenario Outline: Ama <one>, and then <other>
      When Ama <one> with the key "change-of-db-1"
      And the hypervisor has caught up
      And Ama <other> with the key "change-of-db-1"
      Then the request is refused as "idempotency_key_conflict"

      Examples:
        | one                                                      | other                                                    |
        | restarts the machine "db"                                | stops the machine "db"                                   |
        | turns auto-renew off for the machine "db"                | turns auto-renew on for the machine "db"                 |
        | renews the machine "db"                                  | renews the machine "db" for 3 months                     |
        | cancels the machine "db"                                 | keeps the machine "db"                                   |
        | sets the password of the machine "db" to "correct horse" | sets the password of the machine "db" to "another horse" |
        | takes the snapshot "later" of the machine "db"           | takes the snapshot "latest" of the machine "db"          |
        | renames the snapshot "monday" of the machine "db" to "m" | renames the snapshot "monday" of the machine "db" to "n" |
        | deletes the snapshot "monday" of the machine "db"        | restores the snapshot "monday" of the machine "db"       |

  @key-required
  Rule: Without a key nothing changes

    Scenario Outline: Without a key, Ama <acts>
      When Ama <acts> without a key
      Then the request is refused as "idempotency_key_required"
      And "db" is "running"

      Examples:
        | acts                                                     |
        | stops the machine "db"                                   |
        | turns auto-renew off for the machine "db"                |
        | renews the machine "db"                                  |
        | cancels the machine "db"                                 |
        | keeps the machine "db"                                   |
        | sets the password of the machine "db" to "correct horse" |
        | takes the snapshot "later" of the machine "db"           |
        | renames the snapshot "monday" of the machine "db" to "m" |
        | deletes the snapshot "monday" of the machine "db"        |
        | restores the snapshot "monday" of the machine "db"       |
