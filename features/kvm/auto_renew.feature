Feature: Auto-renew of a machine

  A machine that is not renewed ends. Customers leave that to the platform, or not.

  @machine-auto-renew
  Rule: The customer decides whether it is renewed by itself

    Scenario Outline: Turning auto-renew <choice>
      Given Ama has the machine "db"
      When Ama turns auto-renew <choice> for the machine "db"
      Then the request is accepted
      And auto-renew is <choice> for the machine "db"

      Examples:
        | choice |
        | on     |
        | off    |
