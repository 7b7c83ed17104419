@graphql
Feature: Who is told of machines and conversions

  What is somebody else's is told to nobody, and a program is told of no more than
  it may look at.

  Background:
    Given Ama has the container "web"
    And Ama has the machine "db"
    And Ama may convert files
    And Kofi may convert files

  @live-own
  Rule: Nobody is told of what is somebody else's

    Scenario: A machine
      Given Kofi watches his machines
      When Ama stops the container "web"
      Then Kofi is told nothing more

    Scenario: A machine by its identity
      When Kofi begins to watch the machine "web"
      Then Kofi's watching ends as "service_not_found"

    Scenario: A conversion
      Given Kofi watches his conversions
      When Ama prepares "csv-to-json" of "prices.csv"
      Then Kofi is told nothing more

  @live-scope
  Rule: A program is told of what it may look at

    Scenario: Virtual machines alone
      Given Ama's credential carries only "kvm:read, kvm:power:write, lxc:power:write"
      And Ama watches her machines
      When Ama stops the container "web"
      And Ama restarts the machine "db"
      Then the first that Ama is told is that the machine "db" is "restarting"

    Scenario Outline: Neither
      Given Ama's credential carries only "account:read"
      When Ama begins to watch her <things>
      Then Ama's watching ends as "insufficient_scope"

      Examples:
        | things      |
        | machines    |
        | conversions |
