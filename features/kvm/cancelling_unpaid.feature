Feature: Cancelling a machine that is not paid ahead

  Where nothing was paid for, there is nothing to wait for.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-31"

  @kvm-cancel
  Rule: What is not paid ahead ends at once

    Scenario: What is not paid ahead ends now
      Given the machine "db" is paid until "2030-12-20"
      When Ama cancels the machine "db"
      Then the machine "db" is to end at "2031-01-01"

    Scenario: What has ended now cannot be kept
      Given the machine "db" is paid until "2030-12-20"
      And Ama cancelled the machine "db"
      When Ama keeps the machine "db"
      Then the request is refused as "service_unavailable_state"

    Scenario: What has ended now is over a minute later
      Given the machine "db" is paid until "2030-12-20"
      And Ama cancelled the machine "db"
      When 1 minute passes
      Then the service of the machine "db" is "cancelled"
