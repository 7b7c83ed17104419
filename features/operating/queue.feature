@rest
Feature: The queue from the command line

  What customers ask for is queued for the backends. Where something is stuck or
  has failed, the operator sees it, and decides what becomes of it.

  Background:
    Given the platform was started by "hosting --sandbox-delay 20000" on the demo data
    And the customer has added the A record "first" to "harborlight-analytics.ai"
    And the customer has added the A record "second" to "harborlight-analytics.ai"
    And the customer has added the A record "later" to "harborlight-analytics.ai"
    And the platform was killed

  @proc-queue-list
  Rule: What is queued is listed

    Scenario Outline: Changes of a zone, <form>
      When the operator runs "<command>"
      Then it ends with code 0
      And it lists the work on the records "second, later"

      Examples:
        | form    | command                   |
        | as text | hosting queue list        |
        | as JSON | hosting queue list --json |

    Scenario: What was given up, when nothing was
      When the operator runs "hosting queue list --state dead"
      Then it ends with code 0
      And it prints nothing

  @proc-queue-bury
  Rule: What is given up is not done, and its record says so

    Scenario: A record that waits
      Given the operator has given up the work on the record "later"
      When the operator starts "hosting"
      Then the A record "later" of "harborlight-analytics.ai" is soon "failed"
      And the A record "first" of "harborlight-analytics.ai" is soon "active"

    Scenario: A job that is not there
      When the operator runs "hosting queue bury 01900000-0000-7000-8000-000000000000"
      Then it ends with code 2
      And it says "no job has the id"

  @proc-queue-retry
  Rule: What was given up can be tried again

    Scenario: A record that was given up
      Given the operator has given up the work on the record "later"
      And the platform serves again, until the A record "later" of "harborlight-analytics.ai" is "failed"
      When the operator has the work on the record "later" tried again
      Then it ends with code 0
      And the A record "later" of "harborlight-analytics.ai" is soon "active"
