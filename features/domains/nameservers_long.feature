@rest
Feature: How long nameservers may be called

  What is too long for the DNS would be refused by every registry, days later. So it is
  refused here, at once.

  @domain-ns-names
  Rule: A nameserver has labels of up to 63 letters, and 253 in all

    Scenario Outline: A name with <what>
      Given Ama owns the domain "baobab.example"
      When Ama hands "baobab.example" over to "ns1.other.example, <name>"
      Then the request is <answer>

      Examples:
        | what                              | name                                                                                                                                                                                                                                                           | answer                       |
        | a label of 63 letters             | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example                                                                                                                                                                                        | accepted                     |
        | a label of 64 letters             | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example                                                                                                                                                                                       | refused as "invalid_request" |
        | 253 letters in all                | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example  | accepted                     |
        | 254 letters in all                | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example | refused as "invalid_request" |
        | a dash at the end of a label      | ns-.other.example                                                                                                                                                                                                                                              | refused as "invalid_request" |
        | a number at its end               | ns.other.1                                                                                                                                                                                                                                                     | refused as "invalid_request" |
        | numbers elsewhere                 | 1.2.example                                                                                                                                                                                                                                                    | accepted                     |
        | letters of the world that take 63 | üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü.example                                                                                                                                                                                              | accepted                     |
        | letters of the world that take 64 | üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü.example                                                                                                                                                                                             | refused as "invalid_request" |
