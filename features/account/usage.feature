Feature: API usage

  Customers check what their keys did, and find a leaked one by what it tried.
  So every request is written down before its answer leaves, also a refused one.

  Background:
    Given Ama owns the domain "baobab.example"

  @usage-each @usage-kinds @usage-outcome
  Rule: Every operation leaves one entry, done or refused

    Scenario: A look-up
      When Ama looks up "baobab.example"
      Then Ama's usage shows one "domain", done, as a "read" of "domains"

    Scenario: A change
      When Ama turns auto-renew on for "baobab.example"
      Then Ama's usage shows one "setDomainAutoRenew", done, as a "mutation" of "domains"

    Scenario: A change that is done later
      When Ama hands "baobab.example" over to "ns1.other.example, ns2.other.example"
      Then Ama's usage shows one "setDomainNameservers", done, as an "operation" of "domains"

    Scenario: A retry is a request of its own
      When Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      And Ama turns auto-renew on for "baobab.example" with the key "renewal-2031"
      Then Ama's usage shows 2 entries of "setDomainAutoRenew"

    Scenario Outline: A request refused because of <cause>
      Given Ama's <state>
      When Ama turns auto-renew on for "baobab.example"
      Then the request is refused as "<code>"
      And Ama's usage, seen with another credential, shows one "setDomainAutoRenew", rejected as "<code>"

      Examples:
        | cause       | state                                             | code               |
        | its scope   | credential carries only "domains:read"            | insufficient_scope |
        | its address | credential may be used only from "203.0.113.0/24" | ip_not_allowed     |

      @direct @rest
      Examples: What stops a credential whatever it asks
        | cause     | state                                                 | code                |
        | its limit | credential has just made all the requests it may make | rate_limit_exceeded |
        | its age   | credential expired an hour ago                        | credential_expired  |
        | its end   | credential was revoked                                | credential_revoked  |

    Scenario: A request refused because of what it says
      When Ama hands "baobab.example" over to "ns1.other.example"
      Then Ama's usage shows one "setDomainNameservers", rejected as "invalid_request"

    Scenario: A request for what there is not
      Given Kofi has an account
      When Kofi looks up "baobab.example"
      Then Kofi's usage shows one "domain", rejected as "domain_not_found"
