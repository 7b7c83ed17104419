Feature: When the registrar does not do its part

  Registrars are away, slow, or break in the middle. The platform tries again
  by itself, and tells the customer when it is of no use.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: What the registrar refuses is not tried again

    Scenario: The registrar says no
      Given the registrar will refuse the next request
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" waits for nothing
      And "baobab.example" shows the error "refused"
      And the registrar was asked once

    Scenario: Trying again after correcting it
      Given Ama's hand-over of "baobab.example" to "ns1.other.example, ns2.other.example" was refused by the registrar
      When Ama hands "baobab.example" over to "ns1.third.example, ns2.third.example"
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.third.example, ns2.third.example"
      And "baobab.example" shows no error

  Rule: What may succeed later is tried again

    Scenario Outline: The registrar <trouble>
      Given the registrar <trouble> the next request
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And "baobab.example" shows the error "<error>"
      When 1 second passes
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
      And "baobab.example" shows no error

      Examples:
        | trouble                    | error       |
        | will be away for           | unavailable |
        | will not answer            | timeout     |
        | will die half-way through  | unavailable |

  Rule: Each attempt waits twice as long as the one before

    Scenario: Three attempts
      Given the registrar will be away for the next 2 requests
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      When the registrar has caught up
      And 1 second passes
      And the registrar has caught up
      And 1 second passes
      And the registrar has caught up
      Then the registrar was asked 2 times
      When 1 second passes
      And the registrar has caught up
      Then the registrar was asked 3 times
      And "baobab.example" is served by "ns1.other.example, ns2.other.example"

  Rule: After ten attempts it is given up

    Scenario: A registrar that stays away
      Given the registrar will be away for the next 20 requests
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      When the registrar has had 9 attempts
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      When the registrar has had a day more
      Then the registrar was asked 10 times
      And "baobab.example" waits for nothing
      And "baobab.example" is served by "ns1.host.example, ns2.host.example"
      And "baobab.example" shows the error "unavailable"
