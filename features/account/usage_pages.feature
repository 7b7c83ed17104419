@rest
Feature: Usage, page by page

  An account may have asked for more than fits a page. A program reads on where the
  answer says.

  @list-next
  Rule: A page of usage names the next one

    Scenario: Of which more remains
      Given Ama has an account
      And Ama has looked up her account 3 times
      When Ama sends GET to "/v1/account/api-usage?limit=2"
      Then the answer links to the next page

    Scenario: The last one
      Given Ama has an account
      And Ama has looked up her account 2 times
      And Ama has sent GET to "/v1/account/api-usage?limit=1"
      When Ama follows the link to the next page
      Then the request is accepted
