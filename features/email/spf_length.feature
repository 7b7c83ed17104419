Feature: How long what is said about senders may become

  An answer of 450 characters arrives everywhere. What is shorter stays so; what is
  longer already may grow, up to the longest text of a zone.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"

  @mail-spf
  Rule: What arrives everywhere still does after our hosts were let in

    Scenario Outline: <length> characters before
      Given "baobab.example" says who may send mail in <length> characters
      When Ama sets up mail for "baobab.example"
      And the mail servers have caught up
      Then the spf record of mail for "baobab.example" is "<state>"

      Examples:
        | length | state    |
        | 419    | merged   |
        | 420    | conflict |
        | 450    | conflict |
        | 451    | merged   |
        | 4065   | merged   |
        | 4066   | conflict |
