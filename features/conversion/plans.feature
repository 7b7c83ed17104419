Feature: Who may convert

  File conversion is part of the Pro and Business plans. A key alone does not
  open it: the plan is looked at with every request, and again when the work
  is done.

  @conv-plan
  Rule: Every conversion request needs an active plan that is paid for

    Scenario Outline: A plan "<plan>" that is "<status>"
      Given Ama pays for the conversion plan "<plan>", which is "<status>" and has 0 of 10 operations used
      When Ama lists the conversion tools
      Then the request is <outcome>

      Examples:
        | plan     | status    | outcome                               |
        | pro      | active    | accepted                              |
        | business | active    | accepted                              |
        | free     | active    | refused as "conversion_plan_required" |
        | pro      | past_due  | refused as "conversion_plan_required" |
        | pro      | cancelled | refused as "conversion_plan_required" |
        | business | past_due  | refused as "conversion_plan_required" |

    Scenario: No plan at all
      Given Ama has an account
      When Ama lists the conversion tools
      Then the request is refused as "conversion_plan_required"

    Scenario Outline: The plan lapsed before Ama <acts>
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama's conversion plan is "past_due"
      When Ama <acts>
      Then the request is refused as "conversion_plan_required"

      Examples:
        | acts                                   |
        | looks up the job                       |
        | starts the job                         |
        | cancels the job                        |
        | prepares "csv-to-json" of "prices.csv" |

  @conv-plan-again
  Rule: The plan is looked at again when the work is done

    Scenario: It lapsed while the job waited
      Given Ama may convert files
      And Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      And Ama's conversion plan is "cancelled"
      When the workers have caught up
      And Ama's conversion plan is "active" again
      And Ama looks up the job
      Then the job is "failed" as "conversion_plan_required"
      And Ama has used 0 operations
