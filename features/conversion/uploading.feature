Feature: Sending files

  Each file goes to the address that was given for it, exactly as it was
  declared. Nobody needs a key for that, and nobody can do anything else there.

  Background:
    Given Ama may convert files

  Rule: The job is ready when all files are there

    Scenario: One file
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv"
      Then the file is taken
      And the job is "ready"

    Scenario: The first of two
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      When Ama sends "prices.csv"
      Then the job is "uploading"
      And the job ends in 24 hours
      When Ama sends "notes.md"
      Then the job is "ready"

    Scenario: An address is used up
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv"
      Then no file is awaited any more

  Rule: A file must be what was declared

    Scenario Outline: It is <otherwise>
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv" <otherwise>
      Then the file is refused as "<code>"
      And no file is there

      Examples:
        | otherwise                   | code                   |
        | cut short                   | upload_incomplete      |
        | with a byte more            | body_too_large         |
        | with a byte more unannounced | body_too_large         |
        | as "text/plain"             | unsupported_media_type |
        | without a type              | unsupported_media_type |

    Scenario: After a refusal it can be sent again
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv" cut short
      And Ama sends "prices.csv"
      Then the file is taken
      And the job is "ready"

  Rule: Only the address that was given works

    Scenario Outline: An address with <another>
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv" to an address with <another>
      Then the file is refused as "url_invalid"
      And no file is there

      Examples:
        | another           |
        | another size      |
        | another end       |
        | another signature |
        | no signature      |
        | another file      |
        | another job       |

    Scenario: Its hour is over
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And Ama sent "notes.md"
      When 1 hour passes
      And Ama sends "prices.csv" to the first address
      Then the file is refused as "url_expired"

    Scenario: A look at the job gives a new one
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And Ama sent "notes.md"
      When 1 hour passes
      And Ama looks up the job
      And Ama sends "prices.csv"
      Then the file is taken

    Scenario: A cancelled job takes no file
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama cancelled the job
      When Ama sends "prices.csv" to the first address
      Then the file is refused as "upload_not_awaited"

  Rule: A file that is sent twice is taken once

    Scenario: The same again, as after a lost answer
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      When Ama sends "prices.csv" to the first address
      Then the file is taken
      And the job is "ready"

    Scenario: Another one in its place
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      When Ama sends other content as "prices.csv" to the first address
      Then the file is refused as "upload_not_awaited"

    Scenario: The same five times at once
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv" 5 times at once
      Then the file is taken
      And the job is "ready"

  Rule: A checksum is checked where its kind is known

    Scenario Outline: A right checksum, by <kind>
      Given Ama prepared "csv-to-json" of "prices.csv" with its <kind>
      When Ama sends "prices.csv"
      Then the file is taken
      And its checksum is <verified>

      Examples:
        | kind    | verified     |
        | SHA-256 | verified     |
        | SHA-512 | verified     |
        | SHA-1   | verified     |
        | MD5     | verified     |
        | CRC-32  | not verified |

    Scenario: No checksum
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv"
      Then the file is taken
      And no checksum was checked

    Scenario: A wrong checksum
      Given Ama prepared "csv-to-json" of "prices.csv" with the SHA-256 of another file
      When Ama sends "prices.csv"
      Then the file is refused as "checksum_mismatch"
      And no file is there
