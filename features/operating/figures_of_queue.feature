@direct
Feature: Figures of the queue

  Where work piles up, or a worker died over it, an operator sees it before a customer
  calls.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @ops-metrics
  Rule: The figures tell what is queued, and for how long

    Scenario: Work that waits
      Given Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      When 30 seconds pass
      Then the figures of this platform say "hosting_queue_jobs{kind=apply_nameservers,lane=registrar,state=queued} 1"
      And the figures of this platform say "hosting_queue_oldest_seconds{lane=registrar} 30"

    Scenario Outline: A worker died over it, and <time> passed
      Given a worker died on handing "baobab.example" over to "ns1.other.example, ns2.other.example"
      When <time> pass
      Then the figures of this platform say "hosting_queue_jobs{kind=apply_nameservers,lane=registrar,state=<state>} 1"

      Examples:
        | time       | state   |
        | 14 seconds | running |
        | 15 seconds | stuck   |
