Feature: One change of a machine at a time

  A machine that is told two things at once does neither well. While a change
  is queued, the next is refused, and the customer asks again when it is done.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @machine-one-change
  Rule: While a change is queued, no other is taken

    Scenario Outline: Ama <first>, and then <second>
      When Ama <first>
      And Ama <second>
      Then the request is refused as "change_in_progress"

      Examples:
        | first                                              | second                                                   |
        | restarts the machine "db"                          | stops the machine "db"                                   |
        | restarts the machine "db"                          | takes the snapshot "later" of the machine "db"           |
        | restarts the machine "db"                          | deletes the snapshot "monday" of the machine "db"        |
        | restarts the machine "db"                          | restores the snapshot "monday" of the machine "db"       |
        | restarts the machine "db"                          | sets the password of the machine "db" to "correct horse" |
        | takes the snapshot "later" of the machine "db"     | restarts the machine "db"                                |
        | deletes the snapshot "monday" of the machine "db"  | restarts the machine "db"                                |
        | restores the snapshot "monday" of the machine "db" | restarts the machine "db"                                |

    Scenario Outline: Ama <second>, when it is done that she <first>
      When Ama <first>
      And the hypervisor has caught up
      And Ama <second>
      Then the request is accepted

      Examples:
        | first                                              | second                                                   |
        | restarts the machine "db"                          | stops the machine "db"                                   |
        | restarts the machine "db"                          | takes the snapshot "later" of the machine "db"           |
        | restarts the machine "db"                          | deletes the snapshot "monday" of the machine "db"        |
        | restarts the machine "db"                          | restores the snapshot "monday" of the machine "db"       |
        | restarts the machine "db"                          | sets the password of the machine "db" to "correct horse" |
        | takes the snapshot "later" of the machine "db"     | restarts the machine "db"                                |
        | deletes the snapshot "monday" of the machine "db"  | restarts the machine "db"                                |
        | restores the snapshot "monday" of the machine "db" | restarts the machine "db"                                |
