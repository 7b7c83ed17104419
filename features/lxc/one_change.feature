Feature: One change of a container at a time

  Two changes at once would end in a state that nobody asked for. Whoever
  wants the second waits until the first is done.

  Background:
    Given Ama has the LXC instance "web"

  Rule: While one change is queued, the next is refused

    Scenario: Stopping what is about to be stopped
      When Ama stops the container "web"
      And Ama stops the container "web"
      Then the request is refused as "change_in_progress"
      And the refusal says "stop"

    Scenario: A snapshot shows no state, and is a change all the same
      Given Ama makes the snapshot "before-upgrade" of the container "web"
      When Ama restarts the container "web"
      Then the request is refused as "change_in_progress"
      And "web" is "running"

    Scenario: A snapshot of what is about to be made anew
      Given Ama reinstalls the container "web" with "ubuntu-24.04"
      When Ama makes the snapshot "before-upgrade" of the container "web"
      Then the request is refused as "change_in_progress"
      And the snapshots of the container "web" are ""

  Rule: As soon as it is done, the next is welcome

    Scenario: One after the other
      Given Ama stops the container "web"
      When the hypervisor has caught up
      And Ama starts the container "web"
      Then the request is accepted
      When the hypervisor has caught up
      Then "web" is "running"
      And the hypervisor was asked 2 times

  Rule: Other containers do not wait

    Scenario: Two containers
      Given Ama has the LXC instance "db"
      And Ama stops the container "web"
      When Ama stops the container "db"
      Then the request is accepted

  Rule: The same request under the same key is the same change

    Scenario: Sent twice
      Given Ama stops the container "web" with the key "stop-web-1"
      When Ama stops the container "web" with the key "stop-web-1"
      Then the answer is the first one again
      When the hypervisor has caught up
      Then the hypervisor was asked once

    Scenario: Another action under the same key
      Given Ama stops the container "web" with the key "stop-web-1"
      When Ama restarts the container "web" with the key "stop-web-1"
      Then the request is refused as "idempotency_key_conflict"

    Scenario: Without a key
      When Ama stops the container "web" without a key
      Then the request is refused as "idempotency_key_required"
      And "web" is "running"
