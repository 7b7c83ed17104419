Feature: Documents and pictures in other forms

  A document that comes by mail is seldom as it is needed: a page stands on its
  head, another is one too many, a third is not for everybody's eyes.

  Background:
    Given Ama may convert files

  @conv-results
  Rule: A document or a picture becomes what was asked for

    Scenario Outline: The tool <tool> of <files>
      When Ama converts "<files>" by "<tool>" with the options '<options>'
      Then the job is "succeeded"
      And the job made "<made>"

      Examples:
        | tool             | files                 | options                      | made                    |
        | pdf-to-jpeg      | report.pdf            | {"pages": "1", "dpi": 72}    | report-1.jpg            |
        | pdf-to-svg       | report.pdf            | {"pages": "1"}               | report-1.svg            |
        | pdf-compress     | report.pdf            | {}                           | report.pdf              |
        | pdf-number-pages | report.pdf            | {"position": "bottom-right"} | report.pdf              |
        | pdf-watermark    | report.pdf            | {"text": "Draft"}            | report.pdf              |
        | pdf-watermark    | report.pdf, photo.png | {}                           | report.pdf              |
        | pdf-crop         | report.pdf            | {"margins": {"top": 20}}     | report.pdf              |
        | pdf-flatten      | report.pdf            | {}                           | report.pdf              |
        | pdf-repair       | report.pdf            | {}                           | report.pdf, report.json |
        | pdf-protect      | report.pdf            | {"userPassword": "baobab"}   | report.pdf              |
        | pdf-unprotect    | locked.pdf            | {"password": "secret"}       | locked.pdf              |
        | image-crop       | photo.png             | {"ratio": "1:1"}             | photo.png               |
        | image-rotate     | photo.png             | {"angle": 90}                | photo.png               |
        | image-convert    | photo.png             | {"format": "jxl"}            | photo.jxl               |
        | image-convert    | photo.png             | {"format": "ico"}            | photo.ico               |
        | image-convert    | poster.psd            | {"format": "webp"}           | poster.webp             |
        | image-resize     | poster.psd            | {"width": 20}                | poster.png              |
        | json-to-toml     | prices.json           | {}                           | prices.toml             |

    Scenario: A password that does not open the document
      When Ama converts "locked.pdf" by "pdf-unprotect" with the options '{"password": "marula"}'
      Then the job is "failed" as "options_do_not_fit"
      And the job made nothing
