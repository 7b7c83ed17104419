Feature: The conversion tools

  Before a customer sends a file anywhere, the listing says what can be made
  of it, by which tool, and what that tool can be told.

  @conv-tools
  Rule: Whoever has a plan sees what can be done

    Scenario: A tool says what it takes and makes
      Given Ama may convert files
      When Ama lists the conversion tools
      Then the request is accepted
      And the tool "image-convert" takes "image/png, image/jpeg" and makes "image/webp, image/avif"
      And the tool "csv-to-json" takes "text/csv" and makes "application/json"
      And the tool "image-convert" can be told its "format"

    Scenario: Every tool can be asked for as it is listed
      Given Ama may convert files
      When Ama lists the conversion tools
      Then every tool has a name, a description, types and a schema of its options
      And no two tools have the same id

    Scenario Outline: The engine inside has <tool>
      Given Ama may convert files
      When Ama lists the conversion tools
      Then the tool "<tool>" is there, done by "inside"

      Examples:
        | tool             |
        | image-convert    |
        | image-resize     |
        | image-compress   |
        | svg-to-png       |
        | images-to-pdf    |
        | pdf-to-png       |
        | pdf-to-jpeg      |
        | pdf-to-svg       |
        | pdf-merge        |
        | pdf-split        |
        | pdf-rotate       |
        | pdf-delete-pages |
        | pdf-reorder      |
        | pdf-to-text      |
        | pdf-properties   |
        | pdf-protect      |
        | pdf-unprotect    |
        | markdown-to-html |
        | markdown-to-pdf  |
        | csv-to-json      |
        | json-to-csv      |
        | csv-to-xlsx      |
        | json-to-xlsx     |
        | xlsx-to-csv      |
        | xlsx-to-json     |
        | files-to-zip     |
        | zip-to-files     |
        | audio-to-wav     |
        | media-probe      |
