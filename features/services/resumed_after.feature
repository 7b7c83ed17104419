Feature: After a service is in use again

  What was brought about is brought about once: from then on its customer decides. What
  is over stays over.

  @service-resumed
  Rule: What its customer stops afterwards stays off

    Scenario: A container
      Given Ama has the container "web"
      And the service of "web" became "suspended"
      And the service of "web" became "active"
      And Ama stopped the container "web"
      And the hypervisor has caught up
      When 3 minutes pass, minute by minute
      And the hypervisor has caught up
      Then the hypervisor says that "web" is "stopped"

  @service-kept
  Rule: What was made anew of a service that is over is removed again

    Scenario: Made anew, and left off
      Given Ama has the container "web"
      And the service of "web" became "terminated"
      And somebody has made "web" anew at the hypervisor, and left it off
      When 3 minutes pass, minute by minute
      And the hypervisor has caught up
      Then the hypervisor has no "web"
