@graphql
Feature: Pages of long lists that cannot be read

  A program that asks for a page there cannot be is told which of its words was
  wrong, so that it never shows half a list as a whole one.

  @graph-connections-refused
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
      Given Ama has read the first 2 of her <what>
      When Ama reads the 2 <list> <side> them
      Then the request is refused as "invalid_request"
      And the refusal points to "<side>"

      Examples:
        | what            | list    | side   |
        | domains by name | domains | after  |
        | domains by name | domains | before |
        | domains by end  | domains | after  |
        | usage           | domains | after  |
        | usage           | domains | before |
        | records         | domains | after  |
        | records         | domains | before |
        | domains         | records | after  |
        | domains         | records | before |
