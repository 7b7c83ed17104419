Feature: Texts in a zone

  A text is pasted from somewhere, with quotes or without, and may be longer than
  the wire takes at once. What was meant is kept, and shown whole.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-text
  Rule: A text needs no quotes, and may be as long as 4096 characters

    Scenario Outline: A text written as <written>
      When Ama adds to "baobab.example" the record
        | name | type | content   |
        | here | TXT  | <written> |
      Then "baobab.example" has these records:
        | name | type | contents |
        | here | TXT  | <kept>   |

      Examples:
        | written                  | kept                |
        | v=spf1 -all              | v=spf1 -all         |
        | "v=spf1 -all"            | v=spf1 -all         |
        | "v=DKIM1; k=rsa; " "p=A" | v=DKIM1; k=rsa; p=A |
        | a "quoted" word          | a "quoted" word     |
        | grüße, 世界                | grüße, 世界           |

    Scenario: A long text is cut for the wire, and shown whole
      When Ama adds a text of 600 characters to "baobab.example"
      And the nameservers have caught up
      Then the text of "baobab.example" has 600 characters
      And the nameservers serve it in 3 strings

    Scenario Outline: A text of <length> characters
      When Ama adds a text of <length> characters to "baobab.example"
      Then the request is <answer>

      Examples:
        | length | answer                           |
        | 4096   | accepted                         |
        | 4097   | refused as "invalid_dns_content" |
        | 0      | refused as "invalid_dns_content" |
