Feature: What is over is kept for a while

  What was cancelled is kept for 30 days, for customers who change their mind
  and call. Then it is gone, and nothing of it is left anywhere.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-31"
    And the machine "db" has the snapshot "before"
    And the hypervisor has caught up
    And Ama cancelled the machine "db"

  @service-kept
  Rule: What was cancelled is kept for 30 days

    Scenario: As long as that
      Given 30 days passed
      And the hypervisor has caught up
      And 30 days passed but for a second
      When the hypervisor has caught up
      Then the service of the machine "db" is "cancelled"
      And the hypervisor says that "db" is "stopped"

    Scenario: It says until when
      When 30 days pass
      Then the machine "db" is kept until "2031-03-02"

  @service-kept
  Rule: Then it is gone, with all that belongs to it

    Scenario: After 30 days more
      Given 30 days passed
      And the hypervisor has caught up
      When 30 days pass
      And the hypervisor has caught up
      Then the service of the machine "db" is "terminated"
      And the hypervisor has no "db"
      And the machine "db" has no snapshots

    Scenario: The hypervisor is away that day
      Given 30 days passed
      And the hypervisor has caught up
      And the hypervisor is away
      And 31 days passed
      And the hypervisor is back
      When 20 minutes pass, minute by minute
      And the hypervisor has caught up
      Then the hypervisor has no "db"
