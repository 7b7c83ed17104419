@rest
Feature: Texts that cannot be read

  A quotation mark too few, and the rest of a text is lost. So we refuse it, and say
  what is wrong with it.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-content-valid
  Rule: What cannot be read is refused, and told why

    Scenario Outline: The text <written> is refused
      When Ama adds to "baobab.example" the record
        | name | type | content   |
        | here | TXT  | <written> |
      Then the request is refused as "invalid_dns_content"
      And the refusal says "<words>"

      Examples:
        | written   | words                                         |
        | ""        | the text is empty                             |
        | "open     | a quoted string is not closed                 |
        | "open\\"  | a quoted string is not closed                 |
        | "a" b     | text stands outside of the quotes             |
        | "\\256"   | an escape in digits is \\000 to \\255         |
        | "\\12"    | an escape in digits is \\000 to \\255         |
        | "\\255"   | the text is not valid UTF-8                   |
        | "\\010"   | no control characters                         |
        | "\\"a\\"" | the text itself cannot begin with a quotation |
