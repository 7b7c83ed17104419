@rest
Feature: Paths that are retired

  Old programs still call what there once was. They are told what took its place.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-retired
  Rule: What is retired says what took its place

    @safe
    Scenario Outline: Retired: <method> <path>
      When somebody without a credential sends <method> to "<path>"
      Then the request is refused as "vps_resource_retired"
      And the refusal says "/v1/lxc/*"
      And the refusal says "/v1/kvm/*"

      Examples:
        | method | path               |
        | GET    | /v1/vps            |
        | POST   | /v1/vps/12/actions |
        | DELETE | /v1/vps/a/b/c      |
