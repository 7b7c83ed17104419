@rest
Feature: While a secret is replaced

  Servers hear of a new secret one after the other. Until all have, each reads what the
  others write; and when the old one is finished, it opens nothing any more.

  @proc-secret-rotate
  Rule: What was done before is known after

    Scenario Outline: A link that is asked for again: <time>, with the <which> secret
      Given Ama has the free hosting "blog.example"
      And Ama asked for a link to the panel of "blog.example" with the key "link-2031"
      And the operator replaced the secret
      When <time>
      And another server is started with the <which> secret
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the answer is the first one again

      Examples:
        | time            | which |
        | 0 minutes pass  | new   |
        | 4 minutes pass  | old   |
        | 10 minutes pass | old   |

    Scenario: Once the new one was replaced too
      Given Ama has the free hosting "blog.example"
      And Ama asked for a link to the panel of "blog.example" with the key "link-2031"
      And the operator replaced the secret
      And 10 minutes passed
      And the operator finished with the old secret
      And the operator replaced the new one too
      When another server is started with the newest secret
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the answer is the first one again

  @proc-secret-rotate
  Rule: While some servers may not have heard of it, all write with the old one

    Scenario: A link that is asked for again from one that has not
      Given Ama has the free hosting "blog.example"
      And the operator replaced the secret
      And 5 minutes passed but for a second
      And Ama asked for a link to the panel of "blog.example" with the key "link-2031"
      When another server, which has not heard of it, goes on
      And Ama asks for a link to the panel of "blog.example" with the key "link-2031"
      Then the answer is the first one again
