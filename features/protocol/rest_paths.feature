@rest
Feature: Paths and methods

  A program that calls a wrong path must learn so from the answer, in the same
  form as ever, and must not learn what others own.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-not-found @rest-methods @usage-none
  Rule: A wrong path is refused, and stands in the usage

    Scenario: A path that there is not
      When Ama sends GET to "/v1/planets"
      Then the request is refused as "not_found"
      And Ama's usage shows one request without an operation, rejected as "not_found"

    @safe
    Scenario: A path outside of the version
      When somebody without a credential sends GET to "/planets"
      Then the request is refused as "not_found"

    Scenario: A method that the path does not take
      When Ama sends DELETE to "/v1/account"
      Then the request is refused as "method_not_allowed"
      And the answer allows "GET,HEAD"
      And Ama's usage shows one request without an operation, rejected as "method_not_allowed"

  @rest-ids
  Rule: A malformed, an unknown and a foreign identity look the same

    @safe
    Scenario Outline: <which> domain
      Given Kofi owns the domain "marula.example"
      When Ama looks up a domain by an identity that is <which>
      Then the request is refused as "domain_not_found"
      And the refusal says nothing else than for an unknown one

      Examples:
        | which     |
        | malformed |
        | Kofi's    |

    Scenario Outline: <which> service
      Given Kofi ordered the "kvm" service "Kofi's server"
      When Ama looks up a service by an identity that is <which>
      Then the request is refused as "service_not_found"
      And the refusal says nothing else than for an unknown one

      Examples:
        | which     |
        | malformed |
        | Kofi's    |
