Feature: How often a registrar is asked

  A registrar that is away is not helped by being asked all the time. It is
  given more and more time, and at last the customer is told.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @domain-backoff
  Rule: Each attempt waits twice as long as the one before

    Scenario Outline: The third attempt, <time> after the second
      Given the registrar will be away for the next 2 requests
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      And 1 second passed
      And the registrar has caught up
      When <time> pass
      And the registrar has caught up
      Then the registrar was asked <so often> times
      And "baobab.example" is served by "<hosts>"

      Examples:
        | time              | so often | hosts                                |
        | 1999 milliseconds | 2        | ns1.host.example, ns2.host.example   |
        | 2 seconds         | 3        | ns1.other.example, ns2.other.example |

  @domain-attempts
  Rule: After ten attempts it is given up

    Scenario: Nine times it is tried again
      Given the registrar will be away for the next 20 requests
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      When the registrar has had 9 attempts
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And the registrar was asked 9 times

    Scenario: A registrar that stays away
      Given the registrar will be away for the next 20 requests
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      When the registrar has had a day more
      Then the registrar was asked 10 times
      And "baobab.example" waits for nothing
      And "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" shows the error "unavailable"

  @domain-attempts
  Rule: What comes again each day is left to the operator once

    Scenario: A registrar that stays away for days
      Given the registry takes its time over "baobab.example"
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      And the registrar will be away for the next 1000 requests
      When the registrar has had 2 days, and is looked at each day
      Then the operator finds 1 piece of work that was given up
