Feature: When the hypervisor does not do its part

  Hypervisors are away, slow, or break in the middle. The platform tries again
  by itself, and ends by showing what the container really is.

  Background:
    Given Ama has the LXC instance "web"

  Rule: What the hypervisor refuses is not tried again

    Scenario: The hypervisor says no
      Given the hypervisor will refuse the next request
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "running"
      And "web" says of its last change "refused"
      And the hypervisor was asked once

    Scenario: Trying again
      Given the hypervisor will refuse the next request
      And Ama stops the container "web"
      And the hypervisor has caught up
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "stopped"
      And "web" has nothing to say of its last change

  Rule: What may succeed later is tried again

    Scenario Outline: The hypervisor <trouble>
      Given the hypervisor <trouble> the next request
      When Ama stops the container "web"
      And the hypervisor has caught up
      Then "web" is "stopping"
      And "web" says of its last change "<error>"
      When 1 second passes
      And the hypervisor has caught up
      Then "web" is "stopped"
      And the hypervisor says that "web" is "stopped"
      And "web" has nothing to say of its last change

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

  Rule: What was done is not done again

    Scenario: A restore that broke off half-way
      Given the container "web" has the snapshot "before-upgrade"
      And the hypervisor will die half-way through the next request
      When Ama restores the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      And 1 second passes
      And the hypervisor has caught up
      Then "web" is "running"
      And the snapshot "before-upgrade" of the container "web" is "ready"

  Rule: After ten attempts it is given up, and the container shows what it is

    Scenario: A hypervisor that stays away
      Given the hypervisor will be away for the next 20 requests
      And Ama stops the container "web"
      When the hypervisor has had a day more
      Then the hypervisor was asked 10 times
      And "web" is "running"
      And "web" says of its last change "unavailable"

  Rule: A snapshot that could not be made says why

    Scenario: The hypervisor says no
      Given the hypervisor will refuse the next request
      When Ama makes the snapshot "before-upgrade" of the container "web"
      And the hypervisor has caught up
      Then the snapshot "before-upgrade" of the container "web" is "failed"
      And the snapshot "before-upgrade" of the container "web" says "refused"
      And "web" is "running"
