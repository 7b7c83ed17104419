Feature: Lists from either end

  Whoever scrolls up and down sees the same records in the same places.

  @list-backwards
  Rule: A list is the same from either end

    @direct
    Scenario Outline: The <list> by <order>, forwards and backwards
      Given Ama has 50 of everything, much of it alike
      Then Ama's <list> by <order> <are> the same from either end, in pages of 1 to 7

      Examples:
        | list     | order   | are |
        | domains  | age     | are |
        | domains  | name    | are |
        | domains  | end     | are |
        | services | age     | are |
        | services | name    | are |
        | services | renewal | are |
        | records  | name    | are |
        | usage    | age     | is  |
