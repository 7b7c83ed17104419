@direct
Feature: Many hand-overs at once

  Who moves a hundred domains keeps the registrar busy for a while. Another customer, who
  moves one, does not wait for all of them.

  @domain-work-in-order
  Rule: What one customer has queued holds up no other

    Scenario Outline: Sixteen workers, and <ama> domains of Ama's
      Given Ama handed <ama> domains over
      And Kofi handed 1 domain over
      When 16 workers look for work, and the registrar takes its time
      Then <at work> of Ama's domains are being handed over
      And 1 of Kofi's domains is being handed over

      Examples:
        | ama | at work |
        | 3   | 3       |
        | 6   | 4       |
