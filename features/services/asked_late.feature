Feature: From when on somebody pays

  Who is asked for money within the grace pays from where the period ended: the
  service was in use all the while. Nobody pays for longer than that.

  Background:
    Given today is "2031-01-01"
    And Ama has the machine "db"

  @service-paid-late
  Rule: What ended within the grace is paid from there on

    Scenario Outline: Its period ended at noon of <ended>
      Given the machine "db" is paid until "<ended>"
      When the platform has tidied up
      And the bank has caught up
      Then the bank was paid 12.5 USD for "Small" from "<from>" to "<to>"

      Examples:
        | ended      | from       | to         |
        | 2030-12-19 | 2030-12-19 | 2031-03-19 |
        | 2030-12-18 | 2030-12-18 | 2031-03-18 |
        | 2030-12-17 | 2031-01-01 | 2031-04-01 |
