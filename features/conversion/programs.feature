Feature: Which programs may convert

  A customer's own program comes with an API key, an assistant with an access
  token. Both convert alike, where they carry the scopes and the plan allows it.

  Background:
    Given Ama may convert files

  @cred-oauth
  Rule: A key and an access token convert alike

    Scenario Outline: From the first file to the last with <what>
      Given Ama works with <what>
      When Ama converts "prices.csv" by "csv-to-json" with the options '{}'
      Then the job is "succeeded"
      And the job made "prices.json"

      Examples:
        | what                           |
        | an API key                     |
        | an access token of ours        |
        | a token of the company's login |

  @conv-plan
  Rule: No credential stands for a plan

    Scenario Outline: With <what>, and a plan that is past due
      Given Ama works with <what>
      And Ama's conversion plan is "past_due"
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is refused as "conversion_plan_required"

      Examples:
        | what                           |
        | an API key                     |
        | an access token of ours        |
        | a token of the company's login |
