Feature: When the registrar cannot be asked in a search

  A taken name must never be shown as free because a registrar was away. What
  could not be checked says so, and the rest is answered.

  Background:
    Given a name under ".com" costs 11.99 USD

  @search-failed
  Rule: A check that failed shows that it failed

    Scenario Outline: The registrar <trouble> one of two
      Given the registrar <trouble> the next request
      When a visitor searches for "baobab.com, marula.com"
      Then one of the names could not be checked, and the other is free

      Examples:
        | trouble          |
        | will be away for |
        | will not answer  |
        | will refuse      |

  @search-away
  Rule: Where no check could be made, there is no answer

    Scenario: The registrar is away
      Given the registrar will be away for the next 2 requests
      When a visitor searches for "baobab.com, marula.com"
      Then the search is refused as "registrar_unavailable"

  @search-cache
  Rule: A failed check is not remembered

    Scenario: The registrar is back
      Given the registrar will be away for the next request
      When a visitor searches for "baobab.com"
      And a visitor searches for "baobab.com"
      Then "baobab.com" is free
