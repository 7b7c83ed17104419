Feature: How often the hypervisor of a container is asked

  Hypervisors are away, slow, or break in the middle. The platform tries again by
  itself, and ends by showing what the container really is.

  Background:
    Given Ama has the container "web"

  @machine-retries
  Rule: What may succeed later is tried again

    Scenario Outline: Meanwhile, the hypervisor <trouble> one request
      Given the hypervisor <trouble> the next request
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "stopping"
      And "web" says of its last change "<error>"

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

    Scenario Outline: In the end, the hypervisor <trouble> one request
      Given the hypervisor <trouble> the next request
      And Ama stopped the container "web"
      And the hypervisor has caught up
      When 1 second passes
      And the hypervisor has caught up
      Then "web" is "stopped"
      And the hypervisor says that "web" is "stopped"
      And "web" has nothing to say of its last change

      Examples:
        | trouble                   |
        | will be away for          |
        | will not answer           |
        | will die half-way through |
