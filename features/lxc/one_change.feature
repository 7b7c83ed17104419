Feature: One change of a container at a time

  Two changes at once would end in a state that nobody asked for. Whoever
  wants the second waits until the first is done.

  Background:
    Given Ama has the container "web"

  @machine-one-change
  Rule: While one change is queued, the next is refused

    Scenario: Stopping what is about to be stopped
      When Ama stops the container "web"
      And Ama stops the container "web"
      Then the request is refused as "change_in_progress"
      And the refusal says "stop"

    Scenario: A snapshot shows no state, and is a change all the same
      Given Ama took the snapshot "before-upgrade" of the container "web"
      When Ama restarts the container "web"
      Then the request is refused as "change_in_progress"
      And "web" is "running"

    Scenario: A snapshot of what is about to be made anew
      Given Ama reinstalled the container "web" with "ubuntu-24.04"
      When Ama takes the snapshot "before-upgrade" of the container "web"
      Then the request is refused as "change_in_progress"
      And the snapshots of the container "web" are ""

  @machine-one-change
  Rule: As soon as it is done, the next is welcome

    Scenario: One after the other
      Given Ama stopped the container "web"
      And the hypervisor has caught up
      When Ama starts the container "web"
      And the hypervisor has caught up
      Then "web" is "running"
      And the hypervisor was asked 2 times

  @machine-one-change
  Rule: Other containers do not wait

    Scenario: Two containers
      Given Ama has the container "db"
      And Ama stopped the container "web"
      When Ama stops the container "db"
      Then the request is accepted
