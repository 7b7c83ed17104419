Feature: One change of a virtual machine at a time

  A machine that is told two things at once does neither well. While a change
  is queued, the next is refused, and the customer asks again when it is done.

  Background:
    Given Ama has the KVM instance "db"
    And the machine "db" has the snapshot "monday"

  Rule: While a change is queued, no other is taken

    Scenario Outline: Ama <first>, and then <second>
      When Ama <first>
      Then the request is accepted
      When Ama <second>
      Then the request is refused as "change_in_progress"
      When the hypervisor has caught up
      And Ama <again>
      Then the request is accepted

      Examples:
        | first                                         | second                                        | again                   |
        | restarts the machine "db"                     | stops the machine "db"                        | stops the machine "db"  |
        | restarts the machine "db"                     | takes the snapshot "later" of the machine "db" | takes the snapshot "later" of the machine "db" |
        | restarts the machine "db"                     | deletes the snapshot "monday" of the machine "db" | deletes the snapshot "monday" of the machine "db" |
        | restarts the machine "db"                     | rolls the machine "db" back to the snapshot "monday" | rolls the machine "db" back to the snapshot "monday" |
        | restarts the machine "db"                     | sets the password of the machine "db" to "correct horse" | sets the password of the machine "db" to "correct horse" |
        | takes the snapshot "later" of the machine "db" | restarts the machine "db"                     | restarts the machine "db" |
        | deletes the snapshot "monday" of the machine "db" | restarts the machine "db"                  | restarts the machine "db" |
        | rolls the machine "db" back to the snapshot "monday" | restarts the machine "db"               | restarts the machine "db" |

  Rule: How it is paid is no change of the machine

    Scenario: Renewing while it restarts
      When Ama restarts the machine "db"
      And Ama renews the machine "db"
      Then the request is accepted

  Rule: Other machines do not wait

    Scenario: Two machines at once
      Given Ama has the KVM instance "shop"
      When Ama restarts the machine "db"
      And Ama stops the machine "shop"
      Then the request is accepted
