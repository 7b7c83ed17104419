Feature: How long a conversion takes

  The listing says how long each tool took with a file as customers have them,
  on the machine that it was measured on: what to compare, not a promise.

  @conv-tools-time
  Rule: A tool tells how long a typical file takes

    Whoever waits for a conversion wants to know beforehand whether it is a
    moment or a minute. What is told was measured, never guessed.

    Scenario: A photo, and a table
      Given Ama may convert files
      When Ama lists the conversion tools
      Then the tool "image-convert" tells how long "a photo of 12 megapixels" took
      And the tool "csv-to-json" tells how long "a table of 10,000 lines" took

    Scenario: What was measured can be asked for
      Given Ama may convert files
      When Ama lists the conversion tools
      Then whatever tells a time was told options that it takes
