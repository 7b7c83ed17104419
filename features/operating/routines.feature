@direct
Feature: What is done as time passes

  Once a minute the platform does what is due: what is too old goes, services
  end. One thing that goes wrong must not hold up the rest.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has changed "baobab.example" under the key "renewal-2031"

  @key-kept @usage-kept
  Rule: Once a minute what is too old goes

    Scenario Outline: After <days> days
      Given 501 keys more were used as well
      And <days> days passed
      When the platform does what is due
      Then <keys> used keys are kept, and <entries> entries

      Examples:
        | days | keys | entries |
        | 1    | 502  | 1       |
        | 2    | 0    | 1       |
        | 91   | 0    | 0       |

  @ops-routines
  Rule: What goes wrong holds up nothing else, and is done later

    Scenario: Used keys that cannot be removed
      Given used keys cannot be removed
      And 91 days passed
      When the platform does what is due
      Then 1 used key is kept, and 0 entries

    Scenario: Once they can be removed
      Given used keys cannot be removed
      And 91 days passed
      And used keys can be removed again
      When the platform does what is due
      Then 0 used keys are kept, and 0 entries

  @ops-routines
  Rule: What is noted for those who watch is kept for a few minutes

    Scenario: Nobody watches
      Given 1 minute passed
      And 5 minutes passed
      When the platform does what is due
      Then nothing is noted for those who watch
