Feature: Bounds of the files to convert

  A file has a size, a name and a type, and each has its bounds.

  Background:
    Given Ama may convert files

  @conv-file-bounds
  Rule: Files have bounds

    Scenario Outline: A file of <size> bytes
      When Ama prepares "csv-to-json" of a file of <size> bytes
      Then the request is <outcome>

      Examples:
        | size     | outcome                      |
        | 0        | refused as "invalid_request" |
        | 1        | accepted                     |
        | 52428800 | accepted                     |
        | 52428801 | refused as "invalid_request" |

    Scenario Outline: A file whose name has <length> letters
      When Ama prepares "csv-to-json" of a file whose name has <length> letters
      Then the request is <outcome>

      Examples:
        | length | outcome                      |
        | 0      | refused as "invalid_request" |
        | 255    | accepted                     |
        | 256    | refused as "invalid_request" |

    Scenario Outline: A file with <what>
      When Ama prepares "csv-to-json" of a file with <what>
      Then the request is refused as "invalid_request"
      And the refusal points to "files/0/<member>"

      Examples:
        | what                            | member       |
        | a name that breaks the line     | originalName |
        | a type that is no plain text    | mimeType     |
        | a checksum of 129 characters    | checksum     |
        | a checksum that breaks the line | checksum     |
