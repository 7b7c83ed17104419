Feature: Long lists, a page at a time

  Customers with thousands of domains read them page by page. A page goes on
  where the one before it ended, whatever was added meanwhile.

  @list-pages
  Rule: Pages together show everything once, in order

    Scenario Outline: All <kind> in pages of 2
      Given Ama owns 5 <kind>
      When Ama reads her <kind> in pages of 2
      Then she gets 3 pages with all 5 <kind> in order

      Examples:
        | kind     |
        | domains  |
        | services |
        | sites    |
        | records  |

    Scenario: The usage in pages of 2
      Given Ama has looked up her account 5 times, a second apart
      When Ama reads her usage in pages of 2
      Then she sees all 5 look-ups once, newest first

  @list-fits
  Rule: A list that fits has no second page

    @direct @rest
    Scenario: Exactly as many as asked for
      Given Ama owns 2 domains
      When Ama reads her domains in pages of 2
      Then she gets 1 page with all 2 domains in order

    @graphql
    Scenario: Exactly as many as asked for, in the graph
      Given Ama owns 2 domains
      When Ama reads her domains in pages of 2
      Then she gets 1 page with all 2 domains in order, and an empty one

    Scenario: Fewer than asked for
      Given Ama owns 2 domains
      When Ama reads her domains in pages of 3
      Then she gets 1 page with all 2 domains in order

  @list-moving
  Rule: What is added meanwhile moves nothing

    Scenario: A new domain between two pages
      Given Ama owns 4 domains
      And Ama has read a page of 2 of her domains
      When Ama gets one domain more
      And Ama reads on
      Then she gets 2 pages with the first 4 domains in order
