@graphql
Feature: Usage that is narrowed

  Whoever looks for one request among many says what it was, how it ended and when.

  @graph-connections-narrowed
  Rule: Usage is narrowed as well

    Scenario Outline: Usage <which>
      Given Ama owns the domain "baobab.example"
      And Ama has looked up her account and "baobab.example"
      And 30 minutes passed
      And Ama's credential carries only "account:read, account:usage:read, services:read"
      And Ama was refused her domains
      And 10 minutes passed
      When Ama reads the first 2 of her usage <which>
      Then the page holds "<operations>"
      And nothing follows it

      Examples:
        | which                                | operations      |
        | of "domain"                          | domain          |
        | that was rejected                    | domains         |
        | older than 20 minutes                | domain, account |
        | of the last 20 minutes               | domains         |
        | that was done, older than 20 minutes | domain, account |
