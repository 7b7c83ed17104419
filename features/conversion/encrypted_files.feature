Feature: Files that are locked

  A file that is locked cannot be read by anybody who has not its password. The
  customer is told so.

  Background:
    Given Ama may convert files

  @conv-encrypted
  Rule: An encrypted file is named as one

    Scenario Outline: The file <file>
      When Ama converts "<file>" by "<tool>" with the options '<options>'
      Then the job is "failed" as "file_encrypted"
      And the failure is about "<file>"

      Examples:
        | file       | tool         | options |
        | locked.pdf | pdf-split    | {}      |
        | locked.pdf | pdf-to-text  | {}      |
        | locked.zip | zip-to-files | {}      |
