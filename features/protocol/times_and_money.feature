@rest @graphql
Feature: How times and amounts are written

  Programs of many languages read what is answered. So a time and an amount are
  written in one way, wherever they stand.

  @rest-time
  Rule: A time is written in UTC, to the millisecond

    Scenario: In everything that can be looked at
      Given Ama owns something of everything
      And 1 second and 250 milliseconds passed
      When Ama looks at everything there is
      Then every time in the answers is written like "2031-01-01T12:00:01.250Z"

    Scenario Outline: An account that was made at <moment>
      Given <waited> passed
      And Ama has an account
      When Ama looks up her account as it is written
      Then "created_at" is written as "<moment>"

      Examples:
        | waited                          | moment                   |
        | 0 seconds and 0 milliseconds    | 2031-01-01T12:00:00.000Z |
        | 0 seconds and 7 milliseconds    | 2031-01-01T12:00:00.007Z |
        | 59 seconds and 990 milliseconds | 2031-01-01T12:00:59.990Z |

  @rest-money
  Rule: An amount is a number of US dollars, with two decimals at most

    Scenario Outline: A service at <price>
      Given Ama has an account
      And Ama ordered a service that renews for <price> USD
      When Ama looks up that service as it is written
      Then "renewal_price" is written as "<price>"
      And "renewal_currency" is written as "USD"

      Examples:
        | price      |
        | 0.1        |
        | 0.29       |
        | 4.35       |
        | 12.5       |
        | 1234567.89 |

    Scenario Outline: A name at <price>
      Given a name under ".com" costs <price> USD
      When a visitor asks for "baobab.com" as it is written
      Then "registration_price_usd" is written as "<price>"
      And "customerPriceUsd" is written as "<price>"

      Examples:
        | price |
        | 11.99 |
        | 8.1   |
