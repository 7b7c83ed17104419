Feature: Long lists, a page at a time

  Customers with thousands of domains read them page by page. A page goes on
  where the one before it ended, whatever was added meanwhile.

  Rule: Pages together show everything once, in order

    Scenario Outline: <kind> in pages of 2
      Given Ama owns 5 <kind>
      When Ama reads her <kind> in pages of 2
      Then she gets 3 pages with all 5 <kind> in order

      Examples:
        | kind     |
        | domains  |
        | services |
        | sites    |
        | records  |

    Scenario: The activity in pages of 2
      Given Ama has looked up her account 5 times, a second apart
      When Ama reads her activity in pages of 2
      Then she sees all 5 look-ups once, newest first

  Rule: A list that fits has no second page

    Scenario: Exactly as many as asked for
      Given Ama owns 2 domains
      When Ama reads her domains in pages of 2
      Then she gets 1 page with all 2 domains in order

  Rule: What is added meanwhile moves nothing

    Scenario: A new domain between two pages
      Given Ama owns 4 domains
      When Ama reads a page of 2 of her domains
      And Ama gets one domain more
      And Ama reads on
      Then she gets 2 pages with the first 4 domains in order

  Rule: A page has 1 to 1000 entries

    Scenario Outline: A page of <size>
      Given Ama owns 2 domains
      When Ama reads a page of <size> of her domains
      Then the request is <answer>

      Examples:
        | size | answer                       |
        | 1    | accepted                     |
        | 1000 | accepted                     |
        | 0    | refused as "invalid_request" |
        | 1001 | refused as "invalid_request" |

  Rule: Only a page's own word leads on

    Scenario Outline: Going on from a place that is made up, in <list>
      Given Ama owns 2 domains
      When Ama reads <list> from the place "nowhere"
      Then the request is refused as "invalid_request"

      Examples:
        | list         |
        | her domains  |
        | her services |
        | her records  |
        | her activity |

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
        | activity | age     | is  |
