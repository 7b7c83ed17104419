Feature: Everything as one archive

  A tool may make many files. Whoever wants to fetch one asks for an archive of
  them.

  Background:
    Given Ama may convert files

  @conv-one-archive
  Rule: What a tool makes comes as one archive where that is asked for

    Scenario Outline: The archive of <files> by <tool>
      When Ama converts "<files>" by "<tool>" with the options '{"zip": true}'
      Then the job is "succeeded"
      And the job made "<made>"

      Examples:
        | files                  | tool        | made        |
        | prices.csv             | csv-to-json | prices.zip  |
        | prices.csv, prices.csv | csv-to-json | files.zip   |
        | drawing.svg            | svg-to-png  | drawing.zip |

    Scenario: The listing says which tools can be asked
      When Ama lists the conversion tools
      Then the tool "csv-to-json" can be told its "zip"

    Scenario Outline: A tool that makes one file is not asked: <tool>
      When Ama prepares "<tool>" of "<files>" with the options '{"zip": true}'
      Then the request is refused as "invalid_request"

      Examples:
        | tool         | files                  |
        | files-to-zip | prices.csv             |
        | pdf-merge    | letter.pdf, report.pdf |

    Scenario: An answer that is neither yes nor no
      When Ama prepares "csv-to-json" of "prices.csv" with the options '{"zip": "yes"}'
      Then the request is refused as "invalid_request"
      And the refusal points to "options/zip"
