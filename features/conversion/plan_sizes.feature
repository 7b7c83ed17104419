Feature: How much a conversion plan holds

  A plan has a number of operations for each calendar month, known beforehand.
  The account shows it, so that nobody has to find out by being refused.

  @conv-quota-months
  Rule: Pro has 1000 operations in a month, Business 10000

    Scenario Outline: The plan "<plan>"
      Given Ama has the conversion plan "<plan>" with nothing said of its size
      When Ama looks up her account
      Then the plan is "<plan>", which is "active" and has 0 of <size> operations used

      Examples:
        | plan     | size  |
        | free     | 0     |
        | pro      | 1000  |
        | business | 10000 |
