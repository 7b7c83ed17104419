Feature: What a conversion costs

  A plan has a number of operations for each calendar month. One is set aside
  when a conversion is prepared.

  @conv-quota
  Rule: One operation is set aside for each conversion

    Scenario: Preparing counts
      Given Ama may convert files
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is accepted
      And Ama has used 1 operation

    Scenario: Several files are one conversion
      Given Ama may convert files
      When Ama prepares "files-to-zip" of "prices.csv, notes.md"
      Then Ama has used 1 operation

    Scenario: The same request twice is one conversion
      Given Ama may convert files
      When Ama prepares "csv-to-json" of "prices.csv" with the key "prices-2031-01"
      And Ama prepares "csv-to-json" of "prices.csv" with the key "prices-2031-01"
      Then the answer is the first one again
      And Ama has used 1 operation

    Scenario: What is refused costs nothing
      Given Ama may convert files
      When Ama prepares "no-such-tool" of "prices.csv"
      Then the request is refused as "invalid_request"
      And Ama has used 0 operations

  @conv-quota-last
  Rule: The last one is the last

    Scenario: One is left
      Given Ama pays for the conversion plan "pro", which is "active" and has 9 of 10 operations used
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is accepted
      And Ama has used 10 operations

    Scenario: None is left
      Given Ama pays for the conversion plan "pro", which is "active" and has 10 of 10 operations used
      When Ama prepares "csv-to-json" of "prices.csv"
      Then the request is refused as "conversion_quota_exceeded"
      And Ama has used 10 operations

    Scenario: Several ask for the last one at once
      Given Ama pays for the conversion plan "pro", which is "active" and has 8 of 10 operations used
      When Ama prepares "csv-to-json" of "prices.csv" 6 times at once
      Then 2 of them are accepted
      And Ama has used 10 operations

    Scenario: A new month begins
      Given Ama pays for the conversion plan "pro", which is "active" and has 10 of 10 operations used
      When 31 days pass
      And Ama prepares "csv-to-json" of "prices.csv"
      Then the request is accepted
      And Ama has used 1 operation
