@rest
Feature: A database of the present version

  Each start brings the database to the present state by itself. Who wants to do
  that before, while the old processes serve, has a command for it.

  @proc-migrate
  Rule: The database is brought to the present state, and nothing else happens

    Scenario: A database that is not there yet
      Given an empty folder
      When the operator runs "hosting migrate"
      Then it ends with code 0
      And it prints nothing
      And the folder holds "data/hosting.db"
      And there is no account

    Scenario: A database in use
      Given the platform runs on the demo data
      When the operator runs "hosting migrate"
      Then it ends with code 0
      And the platform still serves

    Scenario: Something that is no database
      Given an empty folder
      And a file "data/hosting.db" that says "this is no database, however long one looks at it"
      When the operator runs "hosting migrate"
      Then it ends with code 2
      And it says "the database cannot be opened"
