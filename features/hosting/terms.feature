Feature: The terms of a site

  A site has a plan and a price like anything that is ordered. They stand beside
  it, so that nobody has to look into the list of services.

  @site-details
  Rule: A site tells its kind, its domain, its panel, its plan and its price

    Scenario Outline: <kind> hosting
      Given Ama has the <kind> hosting "shop.example"
      And the order of "shop.example" says
        | plan name     | <plan>      |
        | renewal price | <price>     |
        | renews at     | <renewal>   |
        | auto renew    | <by itself> |
      When Ama lists her hosting
      Then the first of them tells
        | kind             | <kind>       |
        | primary domain   | shop.example |
        | panel            | sandbox      |
        | plan name        | <plan>       |
        | renewal price    | <price>      |
        | renewal currency | USD          |
        | renews at        | <renewal>    |
        | auto renew       | <by itself>  |

      Examples:
        | kind     | plan    | price | renewal    | by itself |
        | standard | Starter | 4.99  | 2031-06-01 | yes       |
        | free     | Free    | 0     | none       | no        |
