Feature: Setting the password of a container again

  The hypervisor may fail just then. The program asks again under the same key, and
  the password is set once.

  Background:
    Given Ama has the container "web"

  @machine-password-retried
  Rule: A hypervisor that fails can be asked again under the same key

    Scenario Outline: The hypervisor <trouble> one request
      Given the hypervisor <trouble> the next request
      When Ama sets the password of the container "web" to "correct horse battery" with the key "password-1"
      Then the request is refused as "<code>"

      Examples:
        | trouble                   | code             |
        | will refuse               | provider_failed  |
        | will be away for          | provider_failed  |
        | will not answer           | provider_timeout |
        | will die half-way through | provider_failed  |

    Scenario Outline: The same again, after the hypervisor <trouble> one request
      Given the hypervisor <trouble> the next request
      And Ama set the password of the container "web" to "correct horse battery" with the key "password-1"
      When Ama sets the password of the container "web" to "correct horse battery" with the key "password-1"
      Then the request is accepted
      And "correct horse battery" opens the container "web"

      Examples:
        | trouble                   |
        | will refuse               |
        | will be away for          |
        | will not answer           |
        | will die half-way through |

    Scenario: Another password under the same key
      Given Ama set the password of the container "web" to "correct horse battery" with the key "password-1"
      When Ama sets the password of the container "web" to "another horse battery" with the key "password-1"
      Then the request is refused as "idempotency_key_conflict"
      And "correct horse battery" opens the container "web"
