Feature: Cancelling a virtual machine, and keeping it

  A customer who no longer needs a machine cancels it. It can be used until
  the end of what was paid for, and until then the customer can think again.

  Background:
    Given Ama has the KVM instance "db"
    And the machine "db" is paid until "2031-01-31"

  Rule: It ends when what was paid for is over

    Scenario: It can be used until then
      When Ama cancels the machine "db"
      Then the request is accepted
      And the machine "db" is to end at "2031-01-31"
      And auto-renew is off for the machine "db"
      When 30 days pass but for a second
      Then the service of the machine "db" is "active"
      When Ama restarts the machine "db"
      Then the request is accepted

    Scenario: Then it is switched off
      Given Ama cancelled the machine "db"
      When 30 days pass
      Then the service of the machine "db" is "cancelled"
      And "db" is "stopping"
      When the hypervisor has caught up
      Then "db" is "stopped"

    Scenario: However late that is noticed
      Given Ama cancelled the machine "db"
      When 400 days pass
      And the hypervisor has caught up
      Then the service of the machine "db" is "cancelled"
      And "db" is "stopped"

    Scenario: After what is under way
      Given Ama cancelled the machine "db"
      When 29 days pass
      And Ama restarts the machine "db"
      And 1 day passes
      And the hypervisor has caught up
      Then "db" is "stopped"

    Scenario: What is not paid ahead ends now
      Given the machine "db" is paid until "2030-12-20"
      When Ama cancels the machine "db"
      Then the machine "db" is to end at "2031-01-01"
      When Ama keeps the machine "db"
      Then the request is refused as "service_unavailable_state"
      When 1 minute passes
      Then the service of the machine "db" is "cancelled"

  Rule: Nothing can be done any more with what has ended

    Scenario Outline: Ama <acts>
      Given the machine "db" has the snapshot "monday"
      And Ama cancelled the machine "db"
      When 30 days pass
      And Ama <acts>
      Then the request is refused as "service_unavailable_state"

      Examples:
        | acts                                                     |
        | starts the machine "db"                                  |
        | turns auto-renew on for the machine "db"                 |
        | renews the machine "db"                                  |
        | cancels the machine "db"                                 |
        | keeps the machine "db"                                   |
        | sets the password of the machine "db" to "correct horse" |
        | takes the snapshot "later" of the machine "db"           |
        | renames the snapshot "monday" of the machine "db" to "m" |
        | deletes the snapshot "monday" of the machine "db"        |
        | rolls the machine "db" back to the snapshot "monday"     |

  Rule: Until then it can be kept

    Scenario Outline: Auto-renew was <choice> before
      Given Ama turned auto-renew <choice> for the machine "db"
      And Ama cancelled the machine "db"
      When 29 days pass
      And Ama keeps the machine "db"
      Then the request is accepted
      And the machine "db" is not to end
      And auto-renew is <choice> for the machine "db"
      When 2 days pass
      Then the service of the machine "db" is "active"

      Examples:
        | choice |
        | on     |
        | off    |

    Scenario: Auto-renew that was turned off since stays off
      Given Ama cancelled the machine "db"
      And Ama turned auto-renew off for the machine "db"
      When Ama keeps the machine "db"
      Then auto-renew is off for the machine "db"

  Rule: One or the other

    Scenario: Cancelling twice
      Given Ama cancelled the machine "db"
      When Ama cancels the machine "db"
      Then the request is refused as "action_not_allowed"

    Scenario: Keeping what was not cancelled
      When Ama keeps the machine "db"
      Then the request is refused as "action_not_allowed"

    Scenario: Renewing what is to end
      Given Ama cancelled the machine "db"
      When Ama renews the machine "db"
      Then the request is refused as "action_not_allowed"
      And the machine "db" is paid until "2031-01-31"

    Scenario: Turning auto-renew on for what is to end
      Given Ama cancelled the machine "db"
      When Ama turns auto-renew on for the machine "db"
      Then the request is refused as "action_not_allowed"

  Rule: What else the customer has goes on

    Scenario: Another machine
      Given Ama has the KVM instance "shop"
      And Ama cancelled the machine "db"
      When 30 days pass
      Then the service of the machine "shop" is "active"
      And "shop" is "running"
