Feature: Setting the password of a machine again

  The agent in a machine may be away just then. The program asks again under the
  same key, and the password is set once.

  Background:
    Given Ama has the machine "db"

  @machine-password-retried
  Rule: An agent that is away is asked again under the same key

    Scenario Outline: The agent <trouble> one request
      Given the hypervisor <trouble> the next request
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      Then the request is refused as "<code>"

      Examples:
        | trouble                   | code             |
        | will refuse               | provider_failed  |
        | will be away for          | provider_failed  |
        | will not answer           | provider_timeout |
        | will die half-way through | provider_failed  |

    Scenario Outline: The same again, after the agent <trouble> one request
      Given the hypervisor <trouble> the next request
      And Ama asked for the password of the machine "db" to be "correct horse battery" with the key "reset-of-db-1"
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      Then the request is accepted
      And "correct horse battery" opens the machine "db"

      Examples:
        | trouble                   |
        | will refuse               |
        | will be away for          |
        | will not answer           |
        | will die half-way through |

    Scenario: Not with another password
      Given the hypervisor will be away for the next request
      When Ama sets the password of the machine "db" to "correct horse battery" with the key "reset-of-db-1"
      And Ama sets the password of the machine "db" to "another horse" with the key "reset-of-db-1"
      Then the request is refused as "idempotency_key_conflict"
