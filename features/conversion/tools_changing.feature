Feature: Documents and pictures that are changed, not converted

  Most of what is wrong with a document is no matter of its format: it is too
  large, has no page numbers, shows what nobody is to see, or does not open.

  @conv-tools
  Rule: What is wrong with a document or a picture is put right inside

    Scenario Outline: There is <tool>
      Given Ama may convert files
      When Ama lists the conversion tools
      Then the tool "<tool>" is there, done by "inside"

      Examples:
        | tool             |
        | image-crop       |
        | image-rotate     |
        | image-watermark  |
        | pdf-compress     |
        | pdf-number-pages |
        | pdf-watermark    |
        | pdf-crop         |
        | pdf-flatten      |
        | pdf-redact       |
        | pdf-repair       |
