@rest
Feature: What is wrong

  When something is wrong, one command asks everything that a server needs, and
  says what is to be done first.

  @proc-doctor
  Rule: Everything is asked, and the worst stands first

    Scenario: All is well
      Given the platform runs on the demo data
      When the operator runs "hosting doctor --no-conversion"
      Then it ends with code 0
      And it prints "ok: database"
      And it prints "ok: queue"
      And it prints "ok: secret"

    Scenario: Redis does not answer
      Given the platform runs on the demo data
      When the operator runs "hosting doctor --no-conversion --redis-url redis://127.0.0.1:1"
      Then it ends with code 1
      And it prints "SOON: redis"
      And it says "1 of "

    Scenario: The secret is not the database's
      Given a folder with the demo data
      When the operator runs "HOSTING_SECRET=0123456789abcdef0123456789abcdef hosting doctor --no-conversion"
      Then it ends with code 1
      And it prints "DOWN: database"
