@rest
Feature: How often registries are given keys

  Nameservers change their keys by themselves, and not every registry takes keys. Each
  is asked once a day, and left alone in between.

  Background:
    Given Ama owns the domain "baobab.example"
    And the registrar has "ns1.other.example, ns2.other.example" for "baobab.example"
    And the nameservers sign their zones
    And the registrar will take the next request, and refuse the 20 after it
    And Ama handed "baobab.example" over to "ns1.host.example, ns2.host.example"
    And the registrar has caught up
    And 1 day passed
    And the registrar has caught up

  @domain-signed
  Rule: A registry that refused the keys is asked again the next day, and not before

    Scenario Outline: After <time> more
      When <time> passes
      And the registrar has caught up
      Then the registrar was asked <so often> times

      Examples:
        | time   | so often |
        | 1 hour | 3        |
        | 1 day  | 4        |
