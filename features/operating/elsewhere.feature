@rest
Feature: Commands in the wrong place

  A command with the wrong folder, or without the settings of the server, finds
  nothing there. It says so, instead of making something new.

  @proc-elsewhere
  Rule: Where there is no installation a command says so, and makes none

    Scenario Outline: A command that finds nothing, <command>
      Given an empty folder
      When the operator runs "<command>"
      Then it ends with code 2
      And it says "there is no installation"
      And the folder holds no "data"

      Examples:
        | command                                                      |
        | hosting account list                                         |
        | hosting key list                                             |
        | hosting inventory export                                     |
        | hosting secret rotate                                        |
        | HOSTING_BACKUP_PASSPHRASE=a-long-passphrase hosting backup a |
