@graphql
Feature: Long lists, a page at a time and in both directions

  Whoever scrolls through a long list goes on and comes back. Each page says
  whether more follows it and whether more stands before it.

  Rule: A page says what stands before it and what follows

    Background:
      Given Ama owns 5 domains

    Scenario: The first page
      When Ama reads the first 2 of her domains
      Then the page holds "d4.example, d3.example"
      And nothing stands before it
      And more follows it

    Scenario: One in the middle
      When Ama reads the first 2 of her domains
      And Ama reads the 2 domains after them
      Then the page holds "d2.example, d1.example"
      And more stands before it
      And more follows it

    Scenario: The last page
      When Ama reads the last 2 of her domains
      Then the page holds "d1.example, d0.example"
      And more stands before it
      And nothing follows it

    Scenario: And back again
      When Ama reads the last 2 of her domains
      And Ama reads the 2 domains before them
      Then the page holds "d3.example, d2.example"
      And more stands before it
      And more follows it
      When Ama reads the 2 domains before them
      Then the page holds "d4.example"
      And nothing stands before it
      And more follows it

    Scenario: More than there are
      When Ama reads the first 25 of her domains
      Then the page holds "d4.example, d3.example, d2.example, d1.example, d0.example"
      And nothing stands before it
      And nothing follows it

    Scenario: Nothing at all
      Given Kofi has an account
      When Kofi reads the first 2 of his domains
      Then the page is empty
      And nothing stands before it
      And nothing follows it

  Rule: Read to the end, from whichever end, it is the plain list

    Scenario Outline: <list> from the <end>
      Given <much>
      And 2 minutes passed
      When Ama reads her <list> from the <end> in pages of 3
      Then she has read each of her <list> once, in the order of the plain list

      Examples:
        | list     | end       | much                                                |
        | domains  | beginning | Ama owns 7 domains                                  |
        | domains  | end       | Ama owns 7 domains                                  |
        | services | beginning | Ama owns 7 services                                 |
        | services | end       | Ama owns 7 services                                 |
        | records  | beginning | Ama owns 7 records                                  |
        | records  | end       | Ama owns 7 records                                  |
        | activity | beginning | Ama has looked up her account 7 times, a second apart |
        | activity | end       | Ama has looked up her account 7 times, a second apart |

  Rule: A list can be narrowed and ordered, and is still read by pages

    Scenario Outline: Domains <which>
      Given Ama owns these domains:
        | name           | status  | end      |
        | baobab.example | active  | 20 days  |
        | acacia.example | expired | 10 days  |
        | cedar.example  | active  | 300 days |
        | bamboo.example | grace   | 5 days   |
      When Ama reads the first 2 of her domains <which>
      Then the page holds "<domains>"
      And <rest> follows it

      Examples:
        | which                              | domains                        | rest    |
        | that are "active"                  | cedar.example, baobab.example  | nothing |
        | with "ba" in the name              | bamboo.example, baobab.example | nothing |
        | that end within 30 days            | bamboo.example, acacia.example | more    |
        | by name                            | acacia.example, bamboo.example | more    |
        | by end                             | bamboo.example, acacia.example | more    |
        | that end within 15 days, by name   | acacia.example, bamboo.example | nothing |

    Scenario Outline: Services <which>
      Given Ama ordered these services:
        | name  | kind           | status   | renewal  |
        | web   | lxc            | active   | 20 days  |
        | files | conversion     | active   | never    |
        | blog  | shared_hosting | past_due | 10 days  |
        | box   | lxc            | past_due | 300 days |
      When Ama reads the first 2 of her services <which>
      Then the page holds "<services>"
      And <rest> follows it

      Examples:
        | which                                  | services  | rest    |
        | of the kind "lxc"                      | box, web  | nothing |
        | that are "past_due"                    | box, blog | nothing |
        | that renew within 30 days              | blog, web | nothing |
        | by name                                | blog, box | more    |
        | by renewal                             | blog, web | more    |
        | of the kind "lxc", that are "past_due" | box       | nothing |

    Scenario Outline: Activity <which>
      Given Ama owns the domain "baobab.example"
      And Ama has looked up her account and "baobab.example"
      And 30 minutes passed
      And Ama's credential carries only "account:read, account:usage:read, services:read"
      And Ama was refused her domains
      And 10 minutes passed
      When Ama reads the first 2 of her activity <which>
      Then the page holds "<operations>"
      And nothing follows it

      Examples:
        | which                                  | operations      |
        | of "domain"                            | domain          |
        | that was rejected                      | domains         |
        | older than 20 minutes                  | domain, account |
        | of the last 20 minutes                 | domains         |
        | that was done, older than 20 minutes   | domain, account |

    Scenario: Going on in an order
      Given Ama owns 5 domains
      When Ama reads the first 2 of her domains by name
      And Ama reads the 2 domains after them, by name
      Then the page holds "d2.example, d3.example"
      When Ama reads the 2 domains before them, by name
      Then the page holds "d0.example, d1.example"

  Rule: What cannot be read is refused and pointed to

    Background:
      Given Ama owns 3 domains
      And Ama owns 3 records
      And Ama has looked up her account 3 times, a second apart

    Scenario: From both ends at once
      When Ama reads the first 2 and the last 2 of her domains
      Then the request is refused as "invalid_request"
      And the refusal points to "last"

    Scenario Outline: The <end> <count> of her <list>
      When Ama reads the <end> <count> of her <list>
      Then the request is refused as "invalid_request"
      And the refusal points to "<end>"

      Examples:
        | end   | count | list    |
        | first | 0     | domains |
        | last  | 0     | domains |
        | first | 1001  | domains |
        | last  | 1001  | domains |
        | first | 0     | records |
        | last  | 1001  | records |

    Scenario Outline: A place <side> <what> in a list of <list>
      When Ama reads the first 2 of her <what>
      And Ama reads the 2 <list> <side> them
      Then the request is refused as "invalid_request"
      And the refusal points to "<side>"

      Examples:
        | what            | list    | side   |
        | domains by name | domains | after  |
        | domains by name | domains | before |
        | domains by end  | domains | after  |
        | activity        | domains | after  |
        | activity        | domains | before |
        | records         | domains | after  |
        | records         | domains | before |
        | domains         | records | after  |
        | domains         | records | before |
