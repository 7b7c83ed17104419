@rest
Feature: What was asked for, for billing

  Usage entries are what customers are billed by. They are written out for a
  time, whole, account by account.

  Background:
    Given the platform runs on the demo data

  @proc-usage-export
  Rule: The entries of a time are written, each with its account

    Scenario: As a table
      Given the platform still serves
      When the operator runs "hosting usage export --from 2020-01-01 --to 2100-01-01"
      Then it ends with code 0
      And it prints "account_id,account,id,occurred_at,kind,product,operation_id"
      And it prints "demo@example.com"
      And it prints "read,account,account,rest,succeeded,200"

    Scenario: As JSON, of an account that asked for nothing
      Given the platform still serves
      When the operator runs "hosting usage export --from 2020-01-01 --to 2100-01-01 --account free@example.com --format json"
      Then it ends with code 0
      And it prints nothing

    Scenario: A time that ends before it begins
      When the operator runs "hosting usage export --from 2026-02-01 --to 2026-01-01"
      Then it ends with code 2
      And it says "--to"
