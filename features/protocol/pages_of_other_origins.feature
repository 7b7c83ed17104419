@rest @graphql
Feature: Pages of other origins

  A dashboard that stands elsewhere calls from its users' browsers, which let it
  only where the operator said so. Nobody else's page gets to read anything.

  Background:
    Given Ama has an account
    And pages of "https://dash.example.com" may call the platform

  @rest-cors
  Rule: A page that the operator lets in may read every answer

    Scenario Outline: An answer that is <what>
      Given <given>
      When Ama's browser looks up her account for a page of "https://dash.example.com"
      Then the request is <answer>
      And pages of "https://dash.example.com" may read the answer
      And a page may read what stands beside it

      Examples:
        | what                 | given                                                       | answer                           |
        | An answer            | Ama is at "192.0.2.1"                                       | accepted                         |
        | Not known            | Ama's token is missing                                      | refused as "invalid_token"       |
        | Not allowed          | Ama's credential carries only "domains:read"                | refused as "insufficient_scope"  |
        | Too often            | Ama's credential has just made all the requests it may make | refused as "rate_limit_exceeded" |
        | While none is served | no request is served                                        | refused as "overloaded"          |

    Scenario: One that took too long
      Given Ama has the free hosting "blog.example"
      And the panel takes longer than a request may
      When Ama's browser asks for a link to "blog.example" for a page of "https://dash.example.com"
      Then the request is refused as "overloaded"
      And pages of "https://dash.example.com" may read the answer

  @rest-cors-others
  Rule: A page that is not let in may read nothing

    Scenario Outline: A page of "<origin>"
      When Ama's browser looks up her account for a page of "<origin>"
      Then the request is accepted
      And no page may read the answer

      Examples:
        | origin                        |
        | https://other.example         |
        | http://dash.example.com       |
        | https://dash.example.com:8443 |
        | https://a.dash.example.com    |
        | null                          |

  @rest-cors
  Rule: Unless the operator said so, no page is let in

    Scenario: A platform as it comes
      Given the operator lets no page in
      When Ama's browser looks up her account for a page of "https://dash.example.com"
      Then no page may read the answer
