@rest
Feature: Keys for programs

  Programs that set up other programs make keys too. They are told all about a
  key at once, in a form that they can read.

  Background:
    Given the platform runs on the demo data

  @proc-key-json
  Rule: For programs it is JSON

    Scenario: All that a program needs to know
      When the operator runs "hosting key create --account free@example.com --name deploy --scope services:read --network 127.0.0.0/8 --expires-in 90d --json"
      Then it prints this key:
        | kind       | api_key             |
        | name       | deploy              |
        | scopes     | ["services:read"]   |
        | networks   | ["127.0.0.0/8"]     |
        | account_id | of free@example.com |
        | expires_at | in 90 days          |
        | id         | an identity         |
        | token      | a key               |
