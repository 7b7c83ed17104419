Feature: What conversions make

  A few conversions from end to end, as customers do them.

  Background:
    Given Ama may convert files

  @conv-results
  Rule: A file becomes what was asked for

    Scenario Outline: The tool <tool> of <files>
      When Ama converts "<files>" by "<tool>" with the options '<options>'
      Then the job is "succeeded"
      And the job made "<made>"

      Examples:
        | tool             | files                | options            | made        |
        | image-convert    | photo.png            | {"format": "jpeg"} | photo.jpg   |
        | image-resize     | photo.png            | {"width": 8}       | photo.png   |
        | svg-to-png       | drawing.svg          | {}                 | drawing.png |
        | images-to-pdf    | photo.png, photo.png | {}                 | photo.pdf   |
        | markdown-to-html | notes.md             | {}                 | notes.html  |
        | csv-to-json      | prices.csv           | {}                 | prices.json |
        | csv-to-xlsx      | prices.csv           | {}                 | prices.xlsx |
        | files-to-zip     | prices.csv, notes.md | {}                 | files.zip   |
        | image-crop       | photo.png            | {"ratio": "1:1"}   | photo.png   |
        | image-rotate     | photo.png            | {"angle": 90}      | photo.png   |
        | image-watermark  | photo.png, photo.png | {"opacity": 50}    | photo.png   |
        | image-convert    | photo.png            | {"format": "ico"}  | photo.ico   |

    Scenario Outline: A report by <tool>
      When Ama converts "report.pdf" by "<tool>" with the options '<options>'
      Then the job is "succeeded"
      And the job made "<made>"

      Examples:
        | tool             | options                                                                              | made                    |
        | pdf-compress     | {"quality": 60, "dpi": 100}                                                          | report.pdf              |
        | pdf-number-pages | {"format": "{page} / {pages}", "position": "bottom-right", "pages": "2-"}            | report.pdf              |
        | pdf-watermark    | {"text": "Draft", "opacity": 20}                                                     | report.pdf              |
        | pdf-crop         | {"margins": {"left": 10, "right": 10}}                                               | report.pdf              |
        | pdf-flatten      | {}                                                                                   | report.pdf              |
        | pdf-redact       | {"areas": [{"page": 2, "area": {"left": 20, "top": 30, "width": 90, "height": 30}}]} | report.pdf              |
        | pdf-repair       | {}                                                                                   | report.pdf, report.json |

  @conv-failed @conv-liars
  Rule: What cannot be done ends with a code

    Scenario Outline: The files <files> by <tool>
      When Ama converts "<files>" by "<tool>" with the options '<options>'
      Then the job is "failed" as "<code>"

      Examples:
        | tool          | files       | options            | code               |
        | image-convert | broken.png  | {"format": "jpeg"} | file_type_mismatch |
        | image-convert | cut.png     | {"format": "jpeg"} | file_broken        |
        | image-convert | huge.png    | {"format": "jpeg"} | too_many_pixels    |
        | json-to-csv   | broken.json | {}                 | file_broken        |
        | pdf-watermark | report.pdf  | {}                 | options_do_not_fit |
        | pdf-compress  | letter.pdf  | {}                 | file_type_mismatch |
