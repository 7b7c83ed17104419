Feature: Work on a container that nobody here can read

  What a newer version queued is left to it. Where the operator gives it up, the
  container and its snapshots say so, and are as they are.

  Background:
    Given Ama has the container "web"
    And the container "web" has the snapshot "first"

  @domain-unread-work
  Rule: What was given up has not come about, and says so

    Scenario: Stopping it
      Given Ama stopped the container "web"
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the hypervisor has caught up
      Then "web" is "error"
      And "web" says of its last change "refused"

    Scenario: It can be changed again when it was looked at
      Given Ama stopped the container "web"
      And a newer version queued what is waiting
      And the operator gave up what is queued
      And the hypervisor has caught up
      And 1 minute passed
      When Ama restarts the container "web"
      Then the request is accepted

    Scenario: Taking a snapshot
      Given Ama took the snapshot "second" of the container "web"
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the hypervisor has caught up
      Then the snapshot "second" of the container "web" is "failed"
      And the snapshot "second" of the container "web" says "refused"
      And "web" is "running"

    Scenario: Restoring one, which is still whole
      Given Ama restored the snapshot "first" of the container "web"
      And a newer version queued what is waiting
      And the operator gave up what is queued
      When the hypervisor has caught up
      Then the snapshot "first" of the container "web" is "ready"
      And the snapshot "first" of the container "web" says "refused"
      And "web" is "error"

    Scenario: What was queued after it is done all the same
      Given Ama took the snapshot "second" of the container "web"
      And a newer version queued what is waiting
      And the service of "web" became "suspended"
      And the operator gave up what was queued first
      When the hypervisor has caught up
      Then the snapshot "second" of the container "web" is "failed"
      And the hypervisor says that "web" is "stopped"
