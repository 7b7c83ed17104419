Feature: What does not wait for a change of a machine

  A change holds up the machine that it is about, and nothing else.

  Background:
    Given Ama has the machine "db"
    And the machine "db" has the snapshot "monday"

  @machine-subscription
  Rule: How it is paid is no change of the machine

    Scenario: Renewing while it restarts
      When Ama restarts the machine "db"
      And Ama renews the machine "db"
      Then the request is accepted

  @machine-one-change
  Rule: Other machines do not wait

    Scenario: Two machines at once
      Given Ama has the machine "shop"
      When Ama restarts the machine "db"
      And Ama stops the machine "shop"
      Then the request is accepted
