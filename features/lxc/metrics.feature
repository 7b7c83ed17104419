Feature: What a container used

  Customers look back at a day of their container: how busy it was, and what
  went through its network and its disks. What nobody saw is not made up.

  Background:
    Given Ama has the container "web"

  @lxc-metrics
  Rule: There is a point for every five minutes that were seen

    Scenario: An hour
      When 60 minutes pass, minute by minute
      And Ama asks what the container "web" used
      Then there are points for 60 minutes, 5 minutes apart
      And each point is within what the container has

    Scenario: A container that was just ordered
      When Ama asks what the container "web" used
      Then there are no points

  @lxc-metrics-gaps
  Rule: What was not seen is missing

    Scenario: The hypervisor was away
      Given 30 minutes passed, minute by minute
      And the hypervisor is away
      And 30 minutes passed, minute by minute
      And the hypervisor is back
      When 30 minutes pass, minute by minute
      And Ama asks what the container "web" used
      Then there is a gap of 30 minutes between two points

    Scenario: A container that does not run uses nothing
      Given Ama has the container "db", which is "stopped"
      When 15 minutes pass, minute by minute
      And Ama asks what the container "db" used
      Then there are no points

  @lxc-metrics-day
  Rule: It goes back for 24 hours

    Scenario: The day before is over
      Given 30 minutes passed, minute by minute
      When 24 hours pass
      And 15 minutes pass, minute by minute
      And Ama asks what the container "web" used
      Then there are points for 15 minutes, 5 minutes apart

  @lxc-own
  Rule: It is nobody else's business

    Scenario: Somebody else's container
      Given Kofi has an account
      When Kofi asks what the container "web" used
      Then the request is refused as "service_not_found"
