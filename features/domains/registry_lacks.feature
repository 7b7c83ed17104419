@rest
Feature: Domains that their registry does not have

  A registration may be over, or not yet made. What waits for the registry is not
  shown as waiting for ever.

  @domain-follows-registry
  Rule: A name that nobody has is over, but for one that was never registered

    Scenario Outline: Looked at where it is <before>
      Given Ama owns the domain "baobab.example", which is "<before>"
      And the registry does not have "baobab.example"
      When the operator has "baobab.example" looked at again
      And the registrar has caught up
      Then "baobab.example" stands as "<after>"

      Examples:
        | before     | after     |
        | active     | cancelled |
        | redemption | cancelled |
        | pending    | pending   |
        | failed     | failed    |

  @domain-registry-pending
  Rule: What the registry had yet to decide ends with the registration

    Scenario: The registration is over
      Given Ama owns the domain "baobab.example"
      And the registry takes its time over "baobab.example"
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      And the registry does not have "baobab.example"
      When the operator has "baobab.example" looked at again
      And the registrar has caught up
      Then "baobab.example" waits for nothing
      And "baobab.example" shows the error "refused"

    Scenario: It was not made yet
      Given Ama owns the domain "baobab.example", which is "pending"
      And the registry takes its time over "baobab.example"
      And Ama handed "baobab.example" over to "ns1.other.example, ns2.other.example"
      And the registrar has caught up
      And the registry does not have "baobab.example"
      When 6 minutes pass
      And the registrar has caught up
      Then "baobab.example" waits for "ns1.other.example, ns2.other.example"
      And "baobab.example" shows no error
