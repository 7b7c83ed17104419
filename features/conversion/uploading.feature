@rest @graphql
Feature: Sending files

  Each file goes to the address that was given for it, exactly as it was
  declared.

  Background:
    Given Ama may convert files

  @conv-upload
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

    Scenario: The second of two
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And Ama sent "prices.csv"
      When Ama sends "notes.md"
      Then the job is "ready"

    Scenario: An address is used up
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv"
      Then no file is awaited any more

  @conv-upload-exact
  Rule: A file must be what was declared

    Scenario Outline: It is <otherwise>
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv" <otherwise>
      Then the file is refused as "<code>"
      And no file is there

      Examples:
        | otherwise                    | code                   |
        | cut short                    | upload_incomplete      |
        | with a byte more             | body_too_large         |
        | with a byte more unannounced | body_too_large         |
        | as "text/plain"              | unsupported_media_type |
        | without a type               | unsupported_media_type |

    Scenario: After a refusal it can be sent again
      Given Ama prepared "csv-to-json" of "prices.csv"
      When Ama sends "prices.csv" cut short
      And Ama sends "prices.csv"
      Then the file is taken
      And the job is "ready"
