Feature: The last moment of a job

  A time that is said is kept to the second, also where the platform has yet to tidy
  up after it.

  Background:
    Given Ama may convert files

  @conv-expires
  Rule: No file is awaited from the moment on at which its job ends

    Scenario: A day after the first of two files
      Given Ama prepared "files-to-zip" of "prices.csv, notes.md"
      And Ama sent "notes.md"
      And today is "2031-01-02"
      When Ama looks up the job
      Then no file is awaited any more

  @conv-removed
  Rule: Nothing can be fetched from the moment on at which the files go

    Scenario: A day after the job was done
      Given Ama prepared "csv-to-json" of "prices.csv"
      And Ama sent "prices.csv"
      And Ama started the job
      And the workers caught up
      And today is "2031-01-02"
      When Ama looks up the job
      Then nothing can be fetched any more
