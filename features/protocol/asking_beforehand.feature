Feature: What a browser asks beforehand

  Before a page of another origin may change something, its browser asks what is
  allowed (Fetch section 3.2), and remembers the answer for a while.

  Background:
    Given pages of "https://dash.example.com" may call the platform

  @rest @graphql @rest-cors-told
  Rule: A browser is told what a page may send, for an hour

    Scenario: A page that is let in
      When a browser asks whether a page of "https://dash.example.com" may make a change
      Then pages of "https://dash.example.com" may read the answer
      And the page may send the headers "authorization, content-type, idempotency-key"
      And the page may use the methods "GET, POST, PUT, PATCH, DELETE"
      And the browser may remember it for 3600 seconds

    Scenario: A page that is not
      When a browser asks whether a page of "https://other.example" may make a change
      Then no page may read the answer
      And the request is refused as "method_not_allowed"
      And the refusal says "https://other.example"

  @rest @rest-cors-others
  Rule: What is public may be read by any page

    Scenario Outline: Any page reads <path>
      When a page of "https://other.example" reads "<path>"
      Then any page may read the answer

      Examples:
        | path                                   |
        | /openapi.json                          |
        | /.well-known/oauth-protected-resource  |
        | /.well-known/nothing                   |
        | /api/domain-search?domain=baobab.com   |
        | /api/domain-search?domain=             |
        | /api/domain/domain-search-fast?q=a.com |

    Scenario: Beside a search stands how many are left
      When a page of "https://other.example" reads "/api/domain-search?domain=baobab.com"
      Then a page may read beside it "retry-after, x-ratelimit-limit, x-ratelimit-remaining"
