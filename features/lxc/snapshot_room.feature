Feature: Room for snapshots of a container

  How many snapshots a customer can keep is part of the plan.

  Background:
    Given Ama has the container "web"

  @machine-snapshot-limit
  Rule: The plan says how many there can be

    Scenario: One too many
      Given the plan of "web" has room for 1 snapshot
      And the container "web" has the snapshot "first"
      When Ama takes the snapshot "second" of the container "web"
      Then the request is refused as "snapshot_limit_reached"
      And the snapshots of the container "web" are "first"

    Scenario: A snapshot on its way out
      Given the container "web" has the snapshot "first"
      When Ama deletes the snapshot "first" of the container "web"
      Then the answer shows the snapshot "deleting"

    Scenario: Room again
      Given the plan of "web" has room for 1 snapshot
      And the container "web" has the snapshot "first"
      And Ama deleted the snapshot "first" of the container "web"
      And the hypervisor has caught up
      When Ama takes the snapshot "second" of the container "web"
      Then the request is accepted
      And the snapshots of the container "web" are "second"
