Feature: Sending a change of a machine again

  A client that got no answer sends its request again under the same key. It
  gets the first answer, and nothing happens twice.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @key-once
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
        | restores the snapshot "monday" of the machine "db"       |

    Scenario: Paid once
      Given the machine "db" is paid 3 months at once
      And the machine "db" is paid until "2031-01-15"
      When Ama renews the machine "db" with the key "renewal-of-db-1"
      And Ama renews the machine "db" with the key "renewal-of-db-1"
      Then the machine "db" is paid until "2031-04-15"

    Scenario: Kept once
      Given Ama cancelled the machine "db"
      When Ama keeps the machine "db" with the key "keeping-of-db-1"
      And Ama keeps the machine "db" with the key "keeping-of-db-1"
      Then the request is accepted
