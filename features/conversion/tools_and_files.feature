Feature: Which files a tool takes

  What cannot be done is said by name, before anything is sent.

  Background:
    Given Ama may convert files

  @conv-prepare-refused
  Rule: What the tool does not take is refused by name

    Scenario: A tool that nobody has
      When Ama prepares "csv-to-gold" of "prices.csv"
      Then the request is refused as "invalid_request"
      And the refusal points to "tool"

    Scenario: A type of file that the tool does not take
      When Ama prepares "csv-to-json" of "photo.png"
      Then the request is refused as "invalid_request"
      And the refusal points to "files/0/mimeType"

    Scenario: Too many files
      When Ama prepares "svg-to-png" of "a.svg, b.svg, c.svg, d.svg, e.svg, f.svg, g.svg, h.svg, i.svg, j.svg, k.svg"
      Then the request is refused as "invalid_request"
      And the refusal points to "files"

    Scenario: Too few files
      When Ama prepares "pdf-merge" of "letter.pdf"
      Then the request is refused as "invalid_request"
      And the refusal points to "files"

    Scenario: No file
      When Ama prepares "csv-to-json" of ""
      Then the request is refused as "invalid_request"
      And the refusal points to "files"

    Scenario Outline: The options <options>
      When Ama prepares "image-convert" of "photo.png" with the options '<options>'
      Then the request is <outcome>

      Examples:
        | options                            | outcome                      |
        | {"format": "webp"}                 | accepted                     |
        | {"format": "webp", "quality": 80}  | accepted                     |
        | {"format": "gold"}                 | refused as "invalid_request" |
        | {"format": "webp", "quality": 101} | refused as "invalid_request" |
        | {"format": "webp", "quality": "8"} | refused as "invalid_request" |
        | {"format": "webp", "colour": true} | refused as "invalid_request" |
        | {}                                 | refused as "invalid_request" |

    Scenario: The refusal says which option
      When Ama prepares "image-convert" of "photo.png" with the options '{"format": "webp", "quality": 101}'
      Then the refusal points to "options/quality"
