Feature: When a ticket opens no terminal

  Whoever holds a ticket is let in. So it is worth no more than the container and
  the credential that it was asked for with.

  Background:
    Given Ama has the container "web"

  @lxc-terminal-runs
  Rule: The container must run, when the ticket is asked for and when it is used

    Scenario Outline: A container that is <status>
      Given Ama has the container "db", which is "<status>"
      When Ama asks for a terminal of the container "db"
      Then the request is refused as "<refusal>"

      Examples:
        | status     | refusal            |
        | stopped    | action_not_allowed |
        | frozen     | action_not_allowed |
        | restarting | change_in_progress |
        | error      | action_not_allowed |

    Scenario: Stopped in between
      Given Ama asked for a terminal of the container "web"
      And Ama stopped the container "web"
      And the hypervisor has caught up
      When the ticket is used for the container "web"
      Then no terminal opens: "action_not_allowed"

  @lxc-terminal-credential
  Rule: A ticket is worth no more than the credential that asked for it

    Scenario: The credential is taken back in between
      Given Ama asked for a terminal of the container "web"
      And Ama's credential was revoked
      When the ticket is used for the container "web"
      Then no terminal opens: "invalid_token"

  @lxc-terminal-runs
  Rule: What was suspended has no terminal, though it may run for a moment more

    Scenario: The service is suspended in between
      Given Ama asked for a terminal of the container "web"
      And the service of "web" is "suspended"
      When the ticket is used for the container "web"
      Then no terminal opens: "service_unavailable_state"

    Scenario: The account is suspended in between
      Given Ama asked for a terminal of the container "web"
      And Ama's account is suspended
      When the ticket is used for the container "web"
      Then no terminal opens: "account_suspended"

    Scenario: A service that waits for its money has one
      Given Ama asked for a terminal of the container "web"
      And the service of "web" is "past_due"
      When the ticket is used for the container "web"
      Then a terminal opens
