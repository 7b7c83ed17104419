Feature: Checksums that a bucket does not know

  A bucket knows the SHA-256 of its files, and nothing else of what they hold. What
  was said otherwise is found out by the work, which reads the file in any case.

  Background:
    Given Ama may convert files
    And files are kept in a bucket, which tells nobody when one arrives

  @conv-checksum
  Rule: What the bucket does not know is checked by the work

    Scenario Outline: The <kind> of the file
      Given Ama prepared "csv-to-json" of "prices.csv" with its <kind>
      And "prices.csv" arrived in the bucket
      And Ama started the job
      When the workers have caught up
      Then the job is "succeeded"
      And its checksum is verified

      Examples:
        | kind    |
        | SHA-512 |
        | SHA-1   |
        | MD5     |

    Scenario Outline: The <kind> of another file
      Given Ama prepared "csv-to-json" of "prices.csv" with the <kind> of another file
      And "prices.csv" arrived in the bucket
      And Ama started the job
      When the workers have caught up
      And Ama looks up the job
      Then the job is "failed" as "checksum_mismatch"
      And the failure is about "prices.csv"

      Examples:
        | kind    |
        | SHA-512 |
        | SHA-1   |
        | MD5     |
