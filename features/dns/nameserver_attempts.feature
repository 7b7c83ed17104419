Feature: How often nameservers are asked

  Nameservers that are away are asked again, and the record tells what it waits
  for. After ten attempts it says that it has failed.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-retries
  Rule: What may succeed later is tried again

    Scenario Outline: Meanwhile, the nameservers <trouble> one request
      Given the nameservers <trouble> the next request
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "pending"
      And it shows the error "<error>"

      Examples:
        | trouble                   | error       |
        | will be away for          | unavailable |
        | will not answer           | timeout     |
        | will die half-way through | unavailable |

    Scenario Outline: In the end, the nameservers <trouble> one request
      Given the nameservers <trouble> the next request
      And Ama added the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have caught up
      When 1 second passes
      And the nameservers have caught up
      Then the A record "www" of "baobab.example" is "active"
      And it shows no error

      Examples:
        | trouble                   |
        | will be away for          |
        | will not answer           |
        | will die half-way through |

  @dns-attempts
  Rule: After ten attempts the record has failed

    Scenario: Nameservers that stay away
      Given the nameservers will be away for the next 20 requests
      When Ama adds the A record "www" with "192.0.2.1" to "baobab.example"
      And the nameservers have had a day more
      Then the A record "www" of "baobab.example" is "failed"
      And it shows the error "unavailable"
      And the nameservers were asked 10 times
