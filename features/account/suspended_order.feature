Feature: What is said first of a suspended account

  A refusal names what stands in the way first: the credential, then the account, then
  the request.

  @account-suspended-order
  Rule: What the credential may do is asked first, and the request last

    Scenario: Without the scope
      Given Ama owns the domain "baobab.example"
      And Ama's credential carries only "domains:read"
      And Ama's account is suspended
      When Ama turns auto-renew on for "baobab.example"
      Then the request is refused as "insufficient_scope"

    Scenario: Without a key
      Given Ama has the container "web"
      And Ama's account is suspended
      When Ama stops the container "web" without a key
      Then the request is refused as "account_suspended"
