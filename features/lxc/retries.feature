Feature: Sending a change of a container again

  A program that got no answer sends its request again under the same key. It gets
  the first answer, and nothing happens twice.

  Background:
    Given Ama has the container "web"

  @key-once @key-conflict @key-required
  Rule: The same request under the same key is the same change

    Scenario: Sent twice
      Given Ama stopped the container "web" with the key "stop-web-1"
      When Ama stops the container "web" with the key "stop-web-1"
      And the hypervisor has caught up
      Then the answer is the first one again
      And the hypervisor was asked once

    Scenario: Another action under the same key
      Given Ama stopped the container "web" with the key "stop-web-1"
      When Ama restarts the container "web" with the key "stop-web-1"
      Then the request is refused as "idempotency_key_conflict"

    Scenario: Without a key
      When Ama stops the container "web" without a key
      Then the request is refused as "idempotency_key_required"
      And "web" is "running"
