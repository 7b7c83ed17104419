@rest @graphql
Feature: Sending a file again

  Networks fail while a file is sent. It can be sent again, and is what the customer
  says that it is.

  Background:
    Given Ama may convert files

  @conv-upload-twice
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
      When Ama sends "prices.csv" 5 times at once, each again where another is under way
      Then the file is taken
      And the job is "ready"

  @conv-checksum
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
