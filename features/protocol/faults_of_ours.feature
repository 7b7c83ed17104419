Feature: When the platform itself is in trouble

  A program has to tell our trouble from its own mistake, and to know whether to
  come back. What exactly is wrong is for the operator, who reads the log.

  Background:
    Given Ama has an account

  @rest @graphql @rest-internal
  Rule: A fault of ours is told without its cause, which the log knows

    Scenario Outline: The table of <what> is gone
      Given Ama owns the domain "baobab.example"
      And the database has lost its table "<table>"
      When Ama <does>
      Then the request is refused as "internal_error"
      And the refusal says nothing of "<table>"
      And the log tells of "<table>" under the identity of the request

      Examples:
        | what        | table       | does                                     |
        | domains     | domain      | looks up "baobab.example"                |
        | domains too | domain      | turns auto-renew on for "baobab.example" |
        | credentials | credential  | looks up her account                     |
        | keys        | idempotency | turns auto-renew on for "baobab.example" |

  @rest @limit-overloaded
  Rule: What is more than can be served at a time is refused at once

    Background:
      Given Ama has the free hosting "blog.example"
      And Kofi has an account
      And the platform serves 1 request at a time
      And Ama's request for a link to "blog.example" is being served

    Scenario: While one is served
      When Kofi looks up his account
      Then the request is refused as "overloaded"
      And the refusal says when to come back

    Scenario: Afterwards
      When the panel answers
      And Kofi looks up his account
      Then the request is accepted

  @graphql @rest-shutting-down
  Rule: Who begins to watch while the process ends is told to come back

    Scenario: Domains
      Given the platform is about to end
      When Ama asks to watch her domains
      Then the request is refused as "shutting_down"
      And the refusal says when to come back
