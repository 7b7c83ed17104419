@rest
Feature: Processes that are killed

  A machine loses its power, or its memory runs out. Nothing that a customer was
  told is lost then, and nothing that was accepted is forgotten.

  Background:
    Given the platform runs on the demo data

  @ops-killed @key-replay
  Rule: A change that was answered is there, and its retry is the same answer

    Scenario: Killed as soon as it was answered
      Given the customer has added the A record "kept" to "harborlight-analytics.ai"
      And the platform was killed and started again
      When the customer sends that change again
      Then the answer is the first one, byte for byte
      And the answer says that it is a replay
      And the zone of "harborlight-analytics.ai" has one A record "kept"

  @ops-killed @key-at-once
  Rule: A change that was cut off happens once, when it is sent again

    Scenario: Killed among many changes
      Given the customer has 60 records to add to "harborlight-analytics.ai"
      And the customer sent all at once, and the platform was killed at the first answer
      When the customer sends all of them again
      Then each is accepted, and those that were answered before have the same answer
      And the zone of "harborlight-analytics.ai" has each record once

  @ops-killed @usage-before-answer
  Rule: The usage has an entry for each request that was answered

    Scenario: Killed among many requests
      Given the customer looks up the account from 8 places, over and over
      When the platform is killed after 50 answers, and started again
      Then the usage has an entry for each answer

  @ops-killed
  Rule: Work that was accepted is done after the restart

    Scenario: A record for the nameservers, which take their time
      Given the platform was started by "hosting --sandbox-delay 200" on the demo data
      And the customer has added the A record "later" to "harborlight-analytics.ai"
      When the platform is killed, and started again
      Then the A record "later" of "harborlight-analytics.ai" is soon "active"

    Scenario: A snapshot that was being taken
      Given the platform was started by "hosting --sandbox-pace 600" on the demo data
      And the customer has asked for the snapshot "before" of the container "web-01"
      When the platform is killed, and started again
      Then the container "web-01" soon has one snapshot "before", which is ready
