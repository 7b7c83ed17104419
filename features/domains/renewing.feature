Feature: Renewing domains

  A domain with auto-renew is renewed by the platform before it ends, and once.
  Its registry is told until when it was registered, and so cannot do it twice.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registry shows that "baobab.example" ends in 30 days
    And the platform has heard of it

  @domain-renewed
  Rule: It is renewed two weeks before its end

    Scenario Outline: After <days> days, with auto-renew <choice>
      Given Ama turned auto-renew <choice> for "baobab.example"
      When <days> days pass
      And the registrar has caught up
      Then "baobab.example" ends in <end> days
      And the registrar was asked <so often> times

      Examples:
        | days | choice | end | so often |
        | 15   | on     | 15  | 0        |
        | 17   | on     | 378 | 1        |
        | 29   | on     | 366 | 1        |
        | 29   | off    | 1   | 0        |

  @domain-renewed
  Rule: One end is renewed once

    Scenario: The registrar dies when it has renewed it
      Given Ama turned auto-renew on for "baobab.example"
      And the registrar will die half-way through the next request
      When 17 days pass
      And the registrar has caught up
      And 1 minute passes
      And the registrar has caught up
      Then "baobab.example" ends in 378 days

  @domain-renewal-fails @graphql
  Rule: A renewal that fails is shown, and tried again the next day

    Scenario: The registrar refuses
      Given Ama turned auto-renew on for "baobab.example"
      And the registrar will refuse the next request
      When 17 days pass
      And the registrar has caught up
      Then the dashboard shows that "baobab.example" was not renewed: "refused"

    Scenario: It may the next day
      Given Ama turned auto-renew on for "baobab.example"
      And the registrar will refuse the next request
      And 17 days passed
      And the registrar has caught up
      When 1 day passes
      And the registrar has caught up
      Then the dashboard shows that "baobab.example" was renewed
