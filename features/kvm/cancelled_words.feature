Feature: What can be done about a cancellation

  Who wants to go on with what was cancelled is told how, where there is a way.

  @kvm-cancel-renew
  Rule: Of a machine that is to end it is said that it can be kept

    Scenario: A machine
      Given Ama has the machine "db"
      And Ama cancelled the machine "db"
      When Ama turns auto-renew on for the machine "db"
      Then the request is refused as "action_not_allowed"
      And the refusal says "keep it first"

    Scenario: A container, which the platform cannot keep
      Given Ama has the container "web"
      And the order of "web" says
        | cancel at | 2031-02-01 |
      When Ama turns auto-renew on for the container "web"
      Then the request is refused as "action_not_allowed"
      And the refusal does not say "keep it first"
