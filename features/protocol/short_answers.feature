@rest
Feature: Answers that are short, or not sent at all

  A program far away waits for each byte. What it can unpack is sent packed, and
  what it knows already is not sent again.

  Background:
    Given Ama owns the domain "baobab.example"

  @rest-compressed
  Rule: A long answer is compressed for who takes it

    Scenario Outline: For who takes <taken>
      Given Ama owns 30 domains more
      When Ama lists her domains, and takes "<taken>"
      Then the answer is packed as "<packed>"

      Examples:
        | taken            | packed |
        | gzip             | gzip   |
        | zstd             | zstd   |
        | br               | br     |
        | gzip;q=0.5, zstd | zstd   |
        | identity         | none   |
        | lzw              | none   |

    Scenario: A short answer
      When Ama lists her domains, and takes "gzip"
      Then the answer is packed as "none"

    Scenario: The contract
      When Ama reads "/openapi.json", and takes "gzip"
      Then the answer is packed as "gzip"

    Scenario: What opens something never is
      Given Ama may convert files
      And Ama prepared "files-to-zip" of "a.csv, b.csv, c.csv, d.csv, e.csv, f.csv, g.csv, h.csv"
      When Ama reads the job, and takes "gzip"
      Then the answer is packed as "none"
      And it is longer than 1024 bytes

  @rest-etag
  Rule: A contract that is known is not sent again

    Scenario Outline: Reading <path> twice
      When Ama reads "<path>" twice, the second time knowing the answer
      Then the contract is not sent again

      Examples:
        | path            |
        | /openapi.json   |
        | /schema.graphql |
