Feature: A machine is cancelled or not

  What was cancelled is neither cancelled again nor renewed; what was not need not be
  kept.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"
    And the machine "db" is paid until "2031-01-31"

  @kvm-cancel-renew
  Rule: One or the other

    Scenario: Cancelling twice
      Given Ama cancelled the machine "db"
      When Ama cancels the machine "db"
      Then the request is refused as "action_not_allowed"

    Scenario: Keeping what was not cancelled
      When Ama keeps the machine "db"
      Then the request is refused as "action_not_allowed"

    Scenario: Renewing what is to end
      Given Ama cancelled the machine "db"
      When Ama renews the machine "db"
      Then the request is refused as "action_not_allowed"
      And the machine "db" is paid until "2031-01-31"

    Scenario: Turning auto-renew on for what is to end
      Given Ama cancelled the machine "db"
      When Ama turns auto-renew on for the machine "db"
      Then the request is refused as "action_not_allowed"
