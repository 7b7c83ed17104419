@rest @graphql
Feature: Addresses for files

  Nobody needs a key to send a file: the address is enough. So it works for one file,
  for an hour, and for nothing else.

  Background:
    Given Ama may convert files

  @conv-upload-address
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
