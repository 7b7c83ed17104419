@rest
Feature: Paths and methods

  A program that calls a wrong path must learn so from the answer, in the same
  form as ever, and must not learn what others own.

  Background:
    Given Ama owns the domain "baobab.example"

  Rule: A wrong path is refused, and stands in the activity

    Scenario: A path that there is not
      When Ama sends GET to "/v1/planets"
      Then the request is refused as "not_found"
      And Ama's usage shows one request without an operation, rejected as "not_found"

    Scenario: A path outside of the version
      When somebody without a credential sends GET to "/planets"
      Then the request is refused as "not_found"

    Scenario: A method that the path does not take
      When Ama sends DELETE to "/v1/account"
      Then the request is refused as "method_not_allowed"
      And the answer names GET as allowed
      And Ama's usage shows one request without an operation, rejected as "method_not_allowed"

  Rule: Who is not known learns only that

    Scenario Outline: Without a credential: <method> <path>
      When somebody without a credential sends <method> to "<path>"
      Then the request is refused as "invalid_token"
      And the answer tells how to get a credential

      Examples:
        | method | path        |
        | GET    | /v1/account |
        | GET    | /v1/domains |

    Scenario: A credential that is not ours is called wrong
      When somebody with the credential "hpk_unknown" sends GET to "/v1/account"
      Then the request is refused as "invalid_token"
      And the answer tells that the credential is wrong

  Rule: A malformed, an unknown and a foreign identity look the same

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

  Rule: What is retired says what took its place

    Scenario Outline: <method> <path>
      When somebody without a credential sends <method> to "<path>"
      Then the request is refused as "vps_resource_retired"
      And the refusal says "/v1/lxc/*"
      And the refusal says "/v1/kvm/*"

      Examples:
        | method | path                 |
        | GET    | /v1/vps              |
        | POST   | /v1/vps/12/actions   |
        | DELETE | /v1/vps/a/b/c        |
