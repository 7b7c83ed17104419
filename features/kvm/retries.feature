Feature: Sending a change of a virtual machine again

  A client that got no answer sends its request again under the same key. It
  gets the first answer, and nothing happens twice.

  Background:
    Given Ama has the KVM instance "db"
    And the machine "db" has the snapshot "monday"

  Rule: The same request under the same key happens once

    Scenario Outline: Ama <acts>
      When Ama <acts> with the key "change-of-db-1"
      And the hypervisor has caught up
      And Ama <acts> with the key "change-of-db-1"
      Then the answer is the first one again

      Examples:
        | acts                                                     |
        | restarts the machine "db"                                |
        | turns auto-renew off for the machine "db"                |
        | renews the machine "db"                                  |
        | cancels the machine "db"                                 |
        | sets the password of the machine "db" to "correct horse" |
        | takes the snapshot "later" of the machine "db"           |
        | renames the snapshot "monday" of the machine "db" to "m" |
        | deletes the snapshot "monday" of the machine "db"        |
        | rolls the machine "db" back to the snapshot "monday"     |

    Scenario: Paid once
      Given the machine "db" is paid until "2031-01-15"
      When Ama renews the machine "db" with the key "renewal-of-db-1"
      And Ama renews the machine "db" with the key "renewal-of-db-1"
      Then the machine "db" is paid until "2031-04-15"

    Scenario: Kept once
      Given Ama cancelled the machine "db"
      When Ama keeps the machine "db" with the key "keeping-of-db-1"
      And Ama keeps the machine "db" with the key "keeping-of-db-1"
      Then the request is accepted

  Rule: Another request needs another key

    Scenario Outline: Ama <one>, and then <other>
      When Ama <one> with the key "change-of-db-1"
      And the hypervisor has caught up
      And Ama <other> with the key "change-of-db-1"
      Then the request is refused as "idempotency_key_conflict"

      Examples:
        | one                                                      | other                                                       |
        | restarts the machine "db"                                | stops the machine "db"                                      |
        | turns auto-renew off for the machine "db"                | turns auto-renew on for the machine "db"                    |
        | renews the machine "db"                                  | renews the machine "db" for 3 months                        |
        | cancels the machine "db"                                 | keeps the machine "db"                                      |
        | sets the password of the machine "db" to "correct horse" | sets the password of the machine "db" to "another horse"    |
        | takes the snapshot "later" of the machine "db"           | takes the snapshot "latest" of the machine "db"             |
        | renames the snapshot "monday" of the machine "db" to "m" | renames the snapshot "monday" of the machine "db" to "n"    |
        | deletes the snapshot "monday" of the machine "db"        | rolls the machine "db" back to the snapshot "monday"        |

  Rule: Without a key nothing changes

    Scenario Outline: Ama <acts>
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
        | rolls the machine "db" back to the snapshot "monday"     |
