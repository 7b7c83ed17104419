Feature: When the panel does not do its part

  A panel may be away, slow, or break in the middle. Then there is no link, and the
  customer asks again.

  Background:
    Given Ama has the free hosting "blog.example"

  @site-activity
  Rule: Without a link there was no use

    Scenario Outline: No link, since the panel <trouble> one request
      Given the panel <trouble> the next request
      When Ama asks for a link to the panel of "blog.example"
      Then the request is refused as "<code>"
      And "blog.example" shows no use

      Examples:
        | trouble                   | code             |
        | will refuse               | provider_failed  |
        | will be away for          | provider_failed  |
        | will not answer           | provider_timeout |
        | will die half-way through | provider_failed  |

    Scenario: The same request is sent again
      Given the panel will not answer the next request
      When Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      And Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      Then the link opens the panel for 5 minutes
      And "blog.example" was last used now

    Scenario: Another request under the key of one that failed
      Given the panel will not answer the next request
      When Ama asks for a link to the panel of "blog.example" with the key "into-the-panel"
      And Ama asks for a link to the file manager of "blog.example" with the key "into-the-panel"
      Then the request is refused as "idempotency_key_conflict"
