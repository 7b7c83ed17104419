@rest
Feature: A disk that is full

  A full disk stops what cannot be kept. The process goes on, says that it is
  there, and serves again when there is room.

  @usage-unwritable @ops-alive
  Rule: What cannot be kept is refused, and the process lives on

    Scenario: Requests until the disk is full
      Given the platform runs on the demo data, on a disk with little room
      When the customer looks up the account until that is refused
      Then the request is refused as "internal_error"
      And "/livez" says "ok"
      And "/readyz" says "unavailable"

  @usage-before-answer @ops-killed
  Rule: What was answered before is there afterwards

    Scenario: There is room again
      Given the platform runs on the demo data, on a disk with little room
      And the customer looks up the account until that is refused
      When the platform is killed, and started again
      Then the usage has an entry for each answer
