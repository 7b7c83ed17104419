Feature: Where a page begins, and how long it is

  A page is as long as was asked for, and begins where another ended.

  @list-size
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

  @list-cursor
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
        | her usage    |
