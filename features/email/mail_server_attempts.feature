Feature: How often mail servers are asked

  Mail servers that are away are asked again, and the service tells what it waits
  for. After ten attempts it says that it has failed.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-retries
  Rule: What may succeed later is tried again

    Scenario Outline: Meanwhile, the mail servers <trouble> one request
      Given the mail servers <trouble> the next request
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then setting up mail for "baobab.example" is "queued"
      And mail for "baobab.example" shows the error "<error>"

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

    Scenario Outline: In the end, the mail servers <trouble> one request
      Given the mail servers <trouble> the next request
      And Ama asked for mail for "baobab.example" to be set up
      And the mail servers have caught up
      When 1 second passes
      And the mail servers have caught up
      Then the email service of "baobab.example" is "active"
      And the zone of mail for "baobab.example" is "synced"
      And mail for "baobab.example" shows no error

      Examples:
        | trouble                   |
        | will be away for          |
        | will not answer           |
        | will die half-way through |

  @mail-retries
  Rule: After ten attempts it is given up

    Scenario: Mail servers that stay away
      Given the mail servers will be away for the next 20 requests
      When Ama sets up mail for "baobab.example"
      And the mail servers have had a day more
      Then setting up mail for "baobab.example" is "failed"
      And mail for "baobab.example" shows the error "unavailable"
      And the mail servers were asked 10 times
