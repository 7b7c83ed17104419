@rest
Feature: Variables that are misspelt

  A setting that nobody reads is no setting: whoever misspells one believes that
  it holds. It is refused by name, with what may have been meant.

  @proc-variables
  Rule: A variable that begins as ours do and that nobody reads is refused

    Scenario Outline: A variable that nobody reads, <variable>
      Given an empty folder
      When the operator tries "hosting" with "<variable>=1"
      Then it ends with code 2
      And it says "<variable>: is not read by anything; <words>"
      And the folder holds no "data"

      Examples:
        | variable              | words                            |
        | HOSTING_LISTN         | is HOSTING_LISTEN meant          |
        | HOSTING_TRUSTED_PROXY | is HOSTING_TRUSTED_PROXIES meant |
        | HOSTING_COLOUR        | `hosting help serve` lists       |
