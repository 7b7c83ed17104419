@rest
Feature: Links to the company's login

  Where customers log in at the company's own login, the operator says which
  account a person of it opens. A subject without a link opens nothing.

  Background:
    Given a folder with the demo data

  @proc-key-link
  Rule: A subject is linked once, until the link is taken back

    Scenario: A link
      When the operator runs "hosting key link --account demo@example.com --issuer https://id.example.com --subject ama --scope account:read --json"
      Then it ends with code 0
      And it prints "ama"
      And it prints "https://id.example.com"

    Scenario: The same subject again
      Given the operator has run "hosting key link --account demo@example.com --issuer https://id.example.com --subject ama --all-scopes"
      When the operator runs "hosting key link --account other@example.com --issuer https://id.example.com --subject ama --all-scopes"
      Then it ends with code 2
      And it says "--subject"

    Scenario: The same name at another login
      Given the operator has run "hosting key link --account demo@example.com --issuer https://id.example.com --subject ama --all-scopes"
      When the operator runs "hosting key link --account other@example.com --issuer https://id.example.org --subject ama --all-scopes"
      Then it ends with code 0

    Scenario: After the link was taken back
      Given the operator has run "hosting key link --account demo@example.com --issuer https://id.example.com --subject ama --all-scopes"
      And the operator has taken the link back
      When the operator runs "hosting key link --account other@example.com --issuer https://id.example.com --subject ama --all-scopes"
      Then it ends with code 0

  @proc-bad-configuration
  Rule: What is no login and no subject is refused by name

    Scenario Outline: Wrong links: <flags>
      When the operator runs "hosting key link --account demo@example.com --all-scopes <flags>"
      Then it ends with code 2
      And it says "<named>"

      Examples:
        | flags                                        | named     |
        | --issuer http://id.example.com --subject ama | --issuer  |
        | --issuer id.example.com --subject ama        | --issuer  |
        | --issuer https://id.example.com              | --subject |
