Feature: How long answers of a search are remembered

  Many visitors ask for the same names. Answers are remembered for a moment, and never
  for so long that somebody is misled.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-cache
  Rule: Answers are remembered for a moment: a free name 10 seconds, a taken one 60

    Scenario Outline: A name that is registered meanwhile, <seconds> seconds later
      Given a visitor searched for "baobab.com"
      And "baobab.com" is registered by somebody
      When <seconds> seconds pass
      And a visitor searches for "baobab.com"
      Then "baobab.com" is <how>

      Examples:
        | seconds | how   |
        | 9       | free  |
        | 10      | taken |

    Scenario Outline: A name that is given up meanwhile, <seconds> seconds later
      Given "baobab.com" is taken
      And a visitor searched for "baobab.com"
      And "baobab.com" is given up
      When <seconds> seconds pass
      And a visitor searches for "baobab.com"
      Then "baobab.com" is <how>

      Examples:
        | seconds | how   |
        | 59      | taken |
        | 60      | free  |
