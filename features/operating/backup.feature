@rest
Feature: Backup and restore

  A backup is one file with all that the data folder has, made while the platform
  runs, and sealed: whoever finds it reads nothing.

  Background:
    Given the platform runs on the demo data
    And the customer has added the A record "kept" to "harborlight-analytics.ai"
    And the operator has run "HOSTING_BACKUP_PASSPHRASE=correct-horse-battery hosting backup all.backup"

  @proc-backup
  Rule: What was there is there again, in another folder

    Scenario: Restored on another machine
      Given the platform was killed
      And the operator has run "HOSTING_BACKUP_PASSPHRASE=correct-horse-battery hosting restore all.backup --data there"
      When the operator starts "hosting --data there"
      Then it prints no key
      And those of the first start open "demo@example.com, other@example.com, free@example.com"
      And the A record "kept" of "harborlight-analytics.ai" is soon "active"

    Scenario: Every record
      Given the platform was killed
      And the operator has run "HOSTING_BACKUP_PASSPHRASE=correct-horse-battery hosting restore all.backup --data there"
      And the operator has run "hosting inventory export"
      When the operator runs "hosting inventory export --data there"
      Then it prints what the command before it printed

    Scenario: A change that is sent again after a restore
      Given the platform was killed
      And the operator has run "HOSTING_BACKUP_PASSPHRASE=correct-horse-battery hosting restore all.backup --data there"
      When the operator starts "hosting --data there"
      And the customer sends that change again
      Then the zone of "harborlight-analytics.ai" has one A record "kept"

  @proc-backup
  Rule: A backup is sealed, and goes into an empty folder only

    Scenario Outline: Refused, <why>
      When the operator runs "<command>"
      Then it ends with code 2
      And it says "<words>"

      Examples:
        | why                | command                                                                                   | words                     |
        | another passphrase | HOSTING_BACKUP_PASSPHRASE=incorrect-horse-battery hosting restore all.backup --data there | another passphrase        |
        | no passphrase      | hosting restore all.backup --data there                                                   | HOSTING_BACKUP_PASSPHRASE |
        | a short one        | HOSTING_BACKUP_PASSPHRASE=short hosting restore all.backup --data there                   | at least 12 characters    |
        | a full folder      | HOSTING_BACKUP_PASSPHRASE=correct-horse-battery hosting restore all.backup                | has a secret already      |
        | a second one       | HOSTING_BACKUP_PASSPHRASE=correct-horse-battery hosting backup all.backup                 | is there already          |
