Feature: Preparing a conversion

  A customer names the tool and the files, and learns where to send each. Nobody
  else learns of it.

  Background:
    Given Ama may convert files

  @conv-prepare
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

  @conv-own
  Rule: A job is its owner's

    Scenario Outline: A stranger <acts>
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Kofi may convert files
      When Kofi <acts>
      Then the request is refused as "job_not_found"

      Examples:
        | acts             |
        | looks up the job |
        | starts the job   |
        | cancels the job  |

    Scenario: A job that never was
      When Ama looks up a job that never was
      Then the request is refused as "job_not_found"
