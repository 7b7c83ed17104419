@rest
Feature: How long a record may be

  A certificate in hexadecimal digits is long, and nobody needs more. What is longer
  would not fit into an answer of the nameservers.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-content-valid
  Rule: What a record says takes up to 20000 characters

    Scenario Outline: A certificate of <length> characters
      When Ama adds a whole certificate, written in <length> characters, to "baobab.example"
      Then the request is <answer>

      Examples:
        | length | answer                           |
        | 20000  | accepted                         |
        | 20001  | refused as "invalid_dns_content" |

    Scenario Outline: A parameter that takes <length> characters once it is written out
      When Ama adds a service whose parameter takes <length> characters to "baobab.example"
      Then the request is <answer>

      Examples:
        | length | answer                           |
        | 20000  | accepted                         |
        | 20001  | refused as "invalid_dns_content" |

  @dns-content-valid
  Rule: A protocol has up to 255 characters

    Scenario Outline: A protocol of <length> characters
      When Ama adds an HTTPS record for a protocol of <length> characters to "baobab.example"
      Then the request is <answer>

      Examples:
        | length | answer                           |
        | 255    | accepted                         |
        | 256    | refused as "invalid_dns_content" |
