Feature: The name of a record

  Names are written relative to the domain: "www", not "www.baobab.example".
  Who writes the whole name would get it doubled, so we ask instead.

  Background:
    Given Ama owns the domain "baobab.example"

  @dns-name-apex @dns-details
  Rule: A name without a name is the domain itself

    Scenario: The name is left out
      When Ama adds to "baobab.example" the record
        | type | content   |
        | A    | 192.0.2.1 |
      Then "baobab.example" has these records:
        | name | fqdn           | type |
        | @    | baobab.example | A    |

  @dns-name-form
  Rule: Names are kept in small letters and as they are registered

    Scenario Outline: The name "<written>"
      When Ama adds the A record "<written>" with "192.0.2.1" to "baobab.example"
      Then "baobab.example" has these records:
        | name   | fqdn                  |
        | <kept> | <kept>.baobab.example |

      Examples:
        | written       | kept                        |
        | www           | www                         |
        | WWW           | www                         |
        | a.b.c         | a.b.c                       |
        | _dmarc        | _dmarc                      |
        | _443._tcp.www | _443._tcp.www               |
        | *             | *                           |
        | *.shop        | *.shop                      |
        | bücher        | xn--bcher-kva               |
        | straße.BÜCHER | xn--strae-oqa.xn--bcher-kva |

  @dns-name-length
  Rule: A label has up to 63 characters, a whole name up to 253

    Scenario Outline: A long name, <which>
      When Ama adds an A record with a name <which> to "baobab.example"
      Then the request is <answer>

      Examples:
        | which                          | answer                        |
        | of one label of 63             | accepted                      |
        | of one label of 64             | refused as "invalid_dns_name" |
        | that makes 253 with its domain | accepted                      |
        | that makes 254 with its domain | refused as "invalid_dns_name" |
