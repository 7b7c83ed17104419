Feature: Since when mail is stopped

  Whoever asks why no mail comes is told: since when it is stopped, or over.

  Background:
    Given Ama owns the domain "baobab.example"
    And Ama has an email service for "baobab.example"
    And mail for "baobab.example" is set up

  @mail-stopped
  Rule: The service tells since when no mail is taken for it

    Scenario: Suspended
      When the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are told of it
      Then mail for "baobab.example" was stopped now
      And mail for "baobab.example" was ended never

    Scenario: Cancelled
      When the service of mail for "baobab.example" becomes "cancelled"
      And the mail servers are told of it
      Then mail for "baobab.example" was ended now
      And mail for "baobab.example" was stopped never

    Scenario: In use again
      Given the service of mail for "baobab.example" becomes "suspended"
      And the mail servers are told of it
      When the service of mail for "baobab.example" becomes "active"
      And the mail servers are told of it
      Then mail for "baobab.example" was stopped never
