@rest
Feature: The database when a process starts

  Machines start in any order, and versions are taken back. A process waits for
  its database for a while, and leaves one alone that it does not know.

  @proc-database-wait
  Rule: A database that is away is waited for, and then the process ends with code 2

    Scenario: A server that does not come
      Given an empty folder
      When the operator runs "hosting --database-url=postgres://nobody@127.0.0.1:1/none --database-wait=1"
      Then it ends with code 2
      And it says "the database does not answer, after 1 s"

  @proc-database-newer
  Rule: A database that a newer version has changed is refused

    Scenario Outline: The older program is started again by "<command>"
      Given a folder with the demo data
      And a newer version has changed the database
      When the operator runs "<command>"
      Then it ends with code 2
      And it says "the database is newer than this program"
      And it says "m9999_of_tomorrow"

      Examples:
        | command          |
        | hosting          |
        | hosting migrate  |
        | hosting key list |
