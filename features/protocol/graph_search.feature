@direct @graphql
Feature: The search in the graph

  One request may search for many names, some of them written in several ways. A
  program finds its own question again beside each answer.

  @search-asked-as
  Rule: An answer tells which questions it belongs to

    Scenario: Two ways of writing one name
      Given a name under ".com" costs 11.99 USD
      When a visitor searches for "bücher.com, BÜCHER.com, baobab.com"
      Then "xn--bcher-kva.com" was asked for as "bücher.com, BÜCHER.com"
      And "baobab.com" was asked for as "baobab.com"
