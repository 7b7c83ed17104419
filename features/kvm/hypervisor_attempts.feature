Feature: How often the hypervisor of a machine is asked

  Hypervisors are away, slow, or break in the middle. The platform tries again by
  itself, and the machine shows what it waits for.

  Background:
    Given Ama has the machine "db"

  @machine-retries
  Rule: What may succeed later is tried again

    Scenario Outline: Meanwhile, the hypervisor <trouble> one request
      Given the hypervisor <trouble> the next request
      When Ama stops the machine "db"
      And the hypervisor has caught up
      Then "db" is "stopping"
      And "db" says of its last change "<error>"

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

    Scenario Outline: In the end, the hypervisor <trouble> one request
      Given the hypervisor <trouble> the next request
      And Ama stopped the machine "db"
      And the hypervisor has caught up
      When 1 second passes
      And the hypervisor has caught up
      Then "db" is "stopped"
      And "db" has nothing to say of its last change

      Examples:
        | trouble                   |
        | will be away for          |
        | will not answer           |
        | will die half-way through |
