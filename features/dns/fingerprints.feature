@rest
Feature: Fingerprints in a zone

  A fingerprint tells a certificate or a key from a forged one. One that is cut short,
  or of another kind than it says, would lock everybody out.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-content-valid @dns-canonical
  Rule: A fingerprint is as long as its kind says

    Scenario Outline: A <type> of the kind <kind>, with <digits> digits
      When Ama adds the <type> record "here" of the kind "<kind>" with <digits> digits to "baobab.example"
      Then the request is <answer>

      Examples:
        | type  | kind  | digits | answer                           |
        | TLSA  | 3 1 1 | 64     | accepted                         |
        | TLSA  | 3 1 1 | 128    | refused as "invalid_dns_content" |
        | TLSA  | 2 0 2 | 128    | accepted                         |
        | TLSA  | 2 0 2 | 64     | refused as "invalid_dns_content" |
        | TLSA  | 0 0 0 | 2      | accepted                         |
        | TLSA  | 0 0 0 | 0      | refused as "invalid_dns_content" |
        | SSHFP | 6 1   | 40     | accepted                         |
        | SSHFP | 6 1   | 64     | refused as "invalid_dns_content" |
        | SSHFP | 3 2   | 64     | accepted                         |
        | SSHFP | 3 2   | 40     | refused as "invalid_dns_content" |

    Scenario: Written in groups, as some programs do
      When Ama adds to "baobab.example" the record
        | name | type  | content                                             |
        | here | SSHFP | 02 01  01234567 89ABCDEF 01234567 89ABCDEF 01234567 |
      Then "baobab.example" has these records:
        | name | type  | contents                                     |
        | here | SSHFP | 2 1 0123456789abcdef0123456789abcdef01234567 |

  @dns-content-valid
  Rule: A kind that there is not is refused, and told so

    Scenario Outline: A <type> of the kind <kind>
      When Ama adds to "baobab.example" the record
        | name | type   | content       |
        | here | <type> | <kind> <data> |
      Then the request is refused as "invalid_dns_content"
      And the refusal says "<words>"

      Examples:
        | type  | kind    | data | words                                                  |
        | TLSA  | 4 1 0   | 0a   | usage 0 to 3, selector 0 or 1 and matching type 0 to 2 |
        | TLSA  | 3 2 0   | 0a   | usage 0 to 3, selector 0 or 1 and matching type 0 to 2 |
        | TLSA  | 3 1 3   | 0a   | usage 0 to 3, selector 0 or 1 and matching type 0 to 2 |
        | TLSA  | 256 1 0 | 0a   | a TLSA is written as usage, selector, matching type    |
        | TLSA  | 3 1 0   | 0af  | the data is hexadecimal, two digits for each byte      |
        | SSHFP | 5 2     | 0a   | algorithm 1 (RSA), 2 (DSA), 3 (ECDSA), 4 (Ed25519)     |
        | SSHFP | 4 3     | 0a   | an SSHFP has type 1 (SHA-1) or 2 (SHA-256)             |
