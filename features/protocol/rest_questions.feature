@rest
Feature: Questions in an address

  A question is read as strictly as a body: a misspelt word that is ignored is a list
  of something else.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-unknown @rest-details
  Rule: A question is read as strictly as a body

    Scenario Outline: A list asked for with "<question>"
      When Ama sends GET to "/v1/domains?<question>"
      Then the request is refused as "invalid_request"

      Examples:
        | question        |
        | limit=many      |
        | limit=-1        |
        | colour=red      |
        | limit=1&limit=2 |

    Scenario Outline: What is wrong with "<question>" is said where it stands
      When Ama sends GET to "<path>?<question>"
      Then the refusal points to "<member>"
      And the refusal says "<words>"

      Examples:
        | path                                                 | question                                | member        | words                             |
        | /v1/domains                                          | status=ACTIVE                           | status        | is not one of `pending`, `active` |
        | /v1/account/api-usage                                | status=ok                               | status        | is not `succeeded` or `rejected`  |
        | /v1/domains                                          | expiresBefore=2027-01-01                | expiresBefore | RFC 3339                          |
        | /v1/domains                                          | expiresBefore=2027-01-01T00:00:00+01:00 | expiresBefore | in an address, + is written %2B   |
        | /v1/domains                                          | colour=red                              | colour        | is not one of `status`            |
        | /v1/domains/019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b/dns | colour=red                              | colour        | is not one of `type`              |
        | /v1/account                                          | colour=red                              | colour        | nothing is expected here          |

    Scenario: A moment east of Greenwich
      When Ama sends GET to "/v1/domains?expiresBefore=2027-01-01T00:00:00%2B01:00"
      Then the request is accepted
