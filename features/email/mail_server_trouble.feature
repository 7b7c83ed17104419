Feature: When the mail servers do not do their part

  Until the mail servers take mail for a domain, its zone must not send any
  there. What may succeed later, the platform tries again.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  Rule: What the mail servers refuse has failed, and says why

    Scenario: The mail servers say no
      Given the mail servers will refuse the next request
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then setting up mail for "baobab.example" is "failed"
      And mail for "baobab.example" shows the error "refused"
      And the email service of "baobab.example" is "provisioning"
      And "baobab.example" has no records

    Scenario: Trying again
      Given the mail servers will refuse the next request
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      And Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the email service of "baobab.example" is "active"
      And mail for "baobab.example" shows no error

    Scenario: A name whose mail is somebody else's
      Given Kofi has an email service for "marula.example"
      And mail for "marula.example" is set up
      And Esi has an email service for "marula.example"
      When Esi sets up mail for "marula.example"
      And the mail servers have caught up
      Then setting up mail for "marula.example" is "failed"
      And mail for "marula.example" shows the error "refused"

  Rule: What may succeed later is tried again

    Scenario Outline: The mail servers <trouble>
      Given the mail servers <trouble> the next request
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then setting up mail for "baobab.example" is "queued"
      And mail for "baobab.example" shows the error "<error>"
      When 1 second passes
      And the mail servers have caught up
      Then the email service of "baobab.example" is "active"
      And the zone of mail for "baobab.example" is "synced"
      And mail for "baobab.example" shows no error

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

  Rule: After ten attempts it is given up

    Scenario: Mail servers that stay away
      Given the mail servers will be away for the next 20 requests
      When Ama sets up mail for "baobab.example"
      And the mail servers have had a day more
      Then setting up mail for "baobab.example" is "failed"
      And mail for "baobab.example" shows the error "unavailable"
      And the mail servers were asked 10 times

  Rule: A service that ends meanwhile is not set up

    Scenario: Ended while it waits
      When Ama sets up mail for "baobab.example"
      And the service of mail for "baobab.example" becomes "cancelled"
      And the mail servers have caught up
      Then setting up mail for "baobab.example" is "failed"
      And the mail servers take no mail for "baobab.example"
      And the email service of "baobab.example" is "cancelled"
