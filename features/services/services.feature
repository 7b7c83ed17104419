Feature: Services

  Everything a customer has ordered stands in one list, whatever it is. Other
  areas use the identity that a service has here.

  @service-order
  Rule: The list shows what the customer ordered, newest first

    Scenario: Three services, ordered one after the other
      Given Ama ordered the "email" service "Mail for the shop"
      And a day later Ama ordered the "lxc" service "Build box"
      And a day later Ama ordered the "kvm" service "Shop server"
      When Ama lists her services
      Then she sees the services "Shop server, Build box, Mail for the shop"

    Scenario: A customer who has ordered nothing
      Given Ama has an account
      When Ama lists her services
      Then she sees no services

  @service-details
  Rule: A service tells what it is, where it stands and what it costs

    Scenario Outline: A service of the kind "<kind>" that is <status>
      Given Ama ordered the "<kind>" service "One of them" and it is "<status>"
      And "One of them" costs 12.50 USD every 3 months
      When Ama looks up the service "One of them"
      Then it is a "<kind>" service that is "<status>"
      And it costs 12.50 USD every 3 months

      Examples:
        | kind           | status       |
        | email          | provisioning |
        | shared_hosting | active       |
        | lxc            | past_due     |
        | kvm            | suspended    |
        | conversion     | cancelled    |
        | email          | terminated   |

  @service-own
  Rule: What belongs to somebody else does not exist

    Scenario: Somebody else's service
      Given Ama ordered the "kvm" service "Shop server"
      And Kofi has an account
      When Kofi looks up the service "Shop server"
      Then the request is refused as "service_not_found"

    Scenario: A service that never was
      Given Ama has an account
      When Ama looks up a service that never was
      Then the request is refused as "service_not_found"

    Scenario: Somebody else's services are in nobody's list
      Given Ama ordered the "kvm" service "Shop server"
      And Kofi ordered the "lxc" service "Kofi's box"
      When Kofi lists his services
      Then he sees the services "Kofi's box"
