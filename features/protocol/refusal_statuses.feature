@rest
Feature: The status of a refusal

  What stands between a program and the platform knows the status alone: it
  decides by that whether to send again. Each code has one.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has the container "web", which is "stopped"

  @rest-codes
  Rule: Each code of a refusal has one status

    Scenario Outline: Ama <acts>
      When Ama <acts>
      Then the request is refused as "<code>" with the status <status>

      Examples:
        | acts                                                                                 | code                     | status |
        | turns auto-renew on for "baobab.example" with a body that is no JSON                 | invalid_json             | 400    |
        | hands "baobab.example" over to "ns1.other.example"                                   | invalid_request          | 400    |
        | turns auto-renew on for "baobab.example" without a key                               | idempotency_key_required | 400    |
        | turns auto-renew on for "baobab.example" with the key "short"                        | idempotency_key_invalid  | 400    |
        | adds the A record "www" with "nonsense" to "baobab.example"                          | invalid_dns_content      | 400    |
        | lists the conversion tools                                                           | conversion_plan_required | 403    |
        | sends GET to "/v1/planets"                                                           | not_found                | 404    |
        | looks up a domain that never was                                                     | domain_not_found         | 404    |
        | sends DELETE to "/v1/account"                                                        | method_not_allowed       | 405    |
        | restarts the container "web"                                                         | action_not_allowed       | 409    |
        | sends GET to "/v1/vps"                                                               | vps_resource_retired     | 410    |
        | turns auto-renew on for "baobab.example" with a body that is larger than 64 KiB      | body_too_large           | 413    |
        | turns auto-renew on for "baobab.example" with a body that is announced as plain text | unsupported_media_type   | 415    |

    Scenario Outline: Ama's <state>
      Given Ama's <state>
      When Ama turns auto-renew on for "baobab.example"
      Then the request is refused as "<code>" with the status <status>

      Examples:
        | state                                                 | code                | status |
        | token is mistyped                                     | invalid_token       | 401    |
        | credential expired an hour ago                        | credential_expired  | 401    |
        | credential was revoked                                | credential_revoked  | 401    |
        | credential carries only "domains:read"                | insufficient_scope  | 403    |
        | credential may be used only from "203.0.113.0/24"     | ip_not_allowed      | 403    |
        | account is suspended                                  | account_suspended   | 403    |
        | credential has just made all the requests it may make | rate_limit_exceeded | 429    |
