Feature: When the registrar does not do its part

  Registrars are away, slow, or break in the middle. The platform tries again
  by itself, and tells the customer when it is of no use.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.host.example, ns2.host.example" for "baobab.example"

  @domain-registrar-refuses @rest-accepted
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

  @domain-registrar-retries
  Rule: What may succeed later is tried again

    Scenario Outline: Meanwhile, the registrar <trouble> one request
      Given the registrar <trouble> the next request
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And "baobab.example" shows the error "<error>"

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

    Scenario Outline: In the end, the registrar <trouble> one request
      Given the registrar <trouble> the next request
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      When 1 second passes
      And the registrar has caught up
      Then "baobab.example" is served by "ns1.other.example, ns2.other.example"
      And "baobab.example" shows no error

      Examples:
        | trouble                   |
        | will be away for          |
        | will not answer           |
        | will die half-way through |
