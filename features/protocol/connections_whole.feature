@graphql
Feature: Long lists, as a whole

  All pages together are the list, from whichever end they are read.

  @graph-connections-end
  Rule: Read to the end, from whichever end, it is the plain list

    Scenario Outline: Her <list> from the <end>
      Given <much>
      And 2 minutes passed
      When Ama reads her <list> from the <end> in pages of 3
      Then she has read each of her <list> once, in the order of the plain list

      Examples:
        | list     | end       | much                                                  |
        | domains  | beginning | Ama owns 7 domains                                    |
        | domains  | end       | Ama owns 7 domains                                    |
        | services | beginning | Ama owns 7 services                                   |
        | services | end       | Ama owns 7 services                                   |
        | records  | beginning | Ama owns 7 records                                    |
        | records  | end       | Ama owns 7 records                                    |
        | usage    | beginning | Ama has looked up her account 7 times, a second apart |
        | usage    | end       | Ama has looked up her account 7 times, a second apart |
