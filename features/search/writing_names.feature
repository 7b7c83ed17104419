Feature: How names may be written in a search

  Visitors paste what is in their address bar. We take what they clearly mean.

  Background:
    Given a name under ".com" costs 11.99 USD
    And a name under ".co.uk" costs 7 USD

  @search-written
  Rule: What is clearly meant is understood

    Scenario Outline: Meaning "<meant>", a visitor writes <written>
      When a visitor searches for "<written>"
      Then the answer is about "<meant>" in this order

      Examples:
        | written                 | meant             |
        | BAOBAB.com              | baobab.com        |
        | https://baobab.com      | baobab.com        |
        | http://baobab.com/a?b=c | baobab.com        |
        | baobab.com/shop         | baobab.com        |
        | baobab.com.             | baobab.com        |
        | bücher.com              | xn--bcher-kva.com |
        | straße.com              | xn--strae-oqa.com |
        | baobab.co.uk            | baobab.co.uk      |

  @search-order @search-asked-as
  Rule: The same name twice is answered once

    Scenario: Written in two ways
      When a visitor searches for "baobab.com, BAOBAB.COM"
      Then the answer is about "baobab.com" in this order
      And the answer counts 2 requested, 1 accepted and 0 unsupported
