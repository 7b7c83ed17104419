@direct
Feature: Work that a worker may still be at

  Where a worker says nothing, the operator wants to decide. But it may only be slow: what
  it has in hand is decided when its time is over, a quarter of a minute later.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"
    And a worker died on handing "baobab.example" over to "ns1.other.example, ns2.other.example"

  @proc-queue-bury
  Rule: What a worker has in hand is not given up

    Scenario: Too early
      When 14 seconds pass
      And the operator gives up what is queued, and is told that a worker has it
      And 1 second passes
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"

    Scenario: In time
      When 15 seconds pass
      And the operator gives up what is queued, and is told that it is done
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" waits for nothing
      And "baobab.example" shows the error "refused"

    Scenario: Twice
      Given 15 seconds passed
      And the operator gave up what is queued
      And the registrar has caught up
      When the operator gives up what is queued, and is told that it was given up
      Then the operator finds 1 piece of work that was given up

  @proc-queue-retry
  Rule: Nor is it tried again by another

    Scenario Outline: Tried again <time> later
      When <time> pass
      And the operator has what is queued tried again, and is told that <what>
      And the registrar has caught up
      Then "baobab.example" is served by "<hosts>"

      Examples:
        | time       | what            | hosts                                |
        | 14 seconds | a worker has it | ns1.host.example, ns2.host.example   |
        | 15 seconds | it is done      | ns1.other.example, ns2.other.example |
