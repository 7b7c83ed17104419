Feature: Archives, data and texts in other forms

  What another program sends comes in many forms. Each of these becomes one that
  the customer's own programs read.

  Background:
    Given Ama may convert files

  @conv-results
  Rule: An archive, data or a text becomes what was asked for

    Scenario Outline: The tool <tool> of <files>
      When Ama converts "<files>" by "<tool>" with the options '<options>'
      Then the job is "succeeded"
      And the job made "<made>"

      Examples:
        | tool             | files                | options            | made                       |
        | archive-to-files | parcel.tar.gz        | {}                 | a b.txt, empty.txt, 日本.txt |
        | archive-to-files | parcel.7z            | {}                 | 日本.txt, a b.txt, empty.txt |
        | files-to-tar-gz  | prices.csv, notes.md | {}                 | files.tar.gz               |
        | json-to-yaml     | prices.json          | {}                 | prices.yaml                |
        | yaml-to-json     | prices.yaml          | {}                 | prices.json                |
        | json-to-xml      | prices.json          | {"root": "prices"} | prices.xml                 |
        | xml-to-json      | prices.xml           | {}                 | prices.json                |
        | toml-to-json     | shop.toml            | {}                 | shop.json                  |
        | markdown-to-docx | notes.md             | {}                 | notes.docx                 |
        | markdown-to-epub | notes.md             | {"language": "en"} | notes.epub                 |
        | html-to-markdown | page.html            | {}                 | page.md                    |
        | html-to-epub     | page.html            | {}                 | page.epub                  |

  @conv-bombs
  Rule: What means harm ends its own job

    Scenario Outline: The file <file> by <tool>
      When Ama converts "<file>" by "<tool>" with the options '{}'
      Then the job is "failed" as "<code>"
      And the job made nothing

      Examples:
        | file        | tool             | code                |
        | zeros.7z    | archive-to-files | expansion_too_large |
        | crowd.7z    | archive-to-files | too_many_entries    |
        | link.7z     | archive-to-files | file_unsupported    |
        | locked.7z   | archive-to-files | file_encrypted      |
        | laughs.yaml | yaml-to-json     | too_many_entries    |
        | deep.json   | json-to-yaml     | nesting_too_deep    |
        | secret.xml  | xml-to-json      | file_unsupported    |
