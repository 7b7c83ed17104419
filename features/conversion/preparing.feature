Feature: Preparing a conversion

  A customer names the tool and the files, and learns where to send each. What
  cannot be done is said now, before anything is sent.

  Background:
    Given Ama may convert files

  Rule: Each file gets an address of its own

    Scenario: One file
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is accepted
      And the job is "awaiting_upload"
      And each file can be sent for 1 hour
      And the job ends in 1 hour

    Scenario: Several files keep their order
      When Ama prepares "files-to-zip" of "prices.csv, notes.md, photo.png"
      Then the files of the job are "prices.csv, notes.md, photo.png"
      And each file can be sent for 1 hour

    Scenario: An address is made anew at each look
      Given Ama prepared "csv-to-json" of "prices.csv"
      When 30 minutes pass
      And Ama looks up the job
      Then each file can be sent for 30 minutes

  Rule: What the tool does not take is refused by name

    Scenario: A tool that nobody has
      When Ama prepares "csv-to-gold" of "prices.csv"
      Then the request is refused as "invalid_request"
      And the refusal points to "tool"

    Scenario: A type of file that the tool does not take
      When Ama prepares "csv-to-json" of "photo.png"
      Then the request is refused as "invalid_request"
      And the refusal points to "files/0/mimeType"

    Scenario: Too many files
      When Ama prepares "svg-to-png" of "a.svg, b.svg, c.svg, d.svg, e.svg, f.svg, g.svg, h.svg, i.svg, j.svg, k.svg"
      Then the request is refused as "invalid_request"
      And the refusal points to "files"

    Scenario: Too few files
      When Ama prepares "pdf-merge" of "letter.pdf"
      Then the request is refused as "invalid_request"
      And the refusal points to "files"

    Scenario: No file
      When Ama prepares "csv-to-json" of ""
      Then the request is refused as "invalid_request"
      And the refusal points to "files"

    Scenario Outline: The options <options>
      When Ama prepares "image-convert" of "photo.png" with the options '<options>'
      Then the request is <outcome>

      Examples:
        | options                            | outcome                      |
        | {"format": "webp"}                 | accepted                     |
        | {"format": "webp", "quality": 80}  | accepted                     |
        | {"format": "gold"}                 | refused as "invalid_request" |
        | {"format": "webp", "quality": 101} | refused as "invalid_request" |
        | {"format": "webp", "quality": "8"} | refused as "invalid_request" |
        | {"format": "webp", "colour": true} | refused as "invalid_request" |
        | {}                                 | refused as "invalid_request" |

    Scenario: The refusal says which option
      When Ama prepares "image-convert" of "photo.png" with the options '{"format": "webp", "quality": 101}'
      Then the refusal points to "options/quality"

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
        | what                              | member       |
        | a name that breaks the line       | originalName |
        | a type that is no plain text      | mimeType     |
        | a checksum of 129 characters      | checksum     |
        | a checksum that breaks the line   | checksum     |

  Rule: A job is its owner's

    Scenario: A stranger looks
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Kofi may convert files
      When Kofi looks up the job
      Then the request is refused as "job_not_found"

    Scenario Outline: A stranger <acts>
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Kofi may convert files
      When Kofi <acts>
      Then the request is refused as "job_not_found"

      Examples:
        | acts            |
        | starts the job  |
        | cancels the job |

    Scenario: A job that never was
      When Ama looks up a job that never was
      Then the request is refused as "job_not_found"
