Feature: Files that mean harm

  Anyone can send a file that is made to bring a program down. It ends its own
  job with a code, and the next conversion is done as if nothing had been.

  Background:
    Given Ama may convert files

  @conv-bombs
  Rule: A bomb ends its own job, and the next file is converted

    Scenario Outline: Too <much>: <file>
      When Ama converts "<file>" by "<tool>" with the options '<options>'
      Then the job is "failed" as "<code>"
      And the job made nothing

      Examples:
        | much           | file       | tool         | options       | code                |
        | many pixels    | huge.png   | image-resize | {"width": 10} | too_many_pixels     |
        | many pages     | pages.pdf  | pdf-split    | {}            | too_many_pages      |
        | much to unpack | zeros.zip  | zip-to-files | {}            | expansion_too_large |
        | many files     | crowd.zip  | zip-to-files | {}            | too_many_entries    |
        | much to say    | laughs.svg | svg-to-png   | {}            | expansion_too_large |
        | deep           | deep.svg   | svg-to-png   | {}            | nesting_too_deep    |

    Scenario Outline: The next file after <file>
      Given Ama converted "<file>" by "<tool>"
      When Ama converts "prices.csv" by "csv-to-json" with the options '{}'
      Then the job is "succeeded"

      Examples:
        | file       | tool         |
        | pages.pdf  | pdf-split    |
        | zeros.zip  | zip-to-files |
        | laughs.svg | svg-to-png   |

    Scenario: More memory than there is for it
      Given a conversion may take 64 MiB of memory
      When Ama converts "large.png" by "image-convert" with the options '{"format": "webp"}'
      Then the job is "failed" as "memory_exceeded"

    Scenario: More time than there is for it
      Given a conversion may take 1 second of a processor
      When Ama converts "large.png" by "image-convert" with the options '{"format": "webp"}'
      Then the job is "failed" as "time_exceeded"

    Scenario: The platform serves on meanwhile and afterwards
      Given a conversion may take 64 MiB of memory
      When Ama converts "large.png" by "image-convert" with the options '{"format": "webp"}'
      And Ama looks up her account
      Then the request is accepted
