Feature: Which credentials are used

  A credential that nobody uses can be taken back, and one that is used by night
  is worth a look. The operator sees when each was used last, to the minute.

  @cred-used
  Rule: A credential tells when it was last used

    Scenario: Never
      Given Ama has an account
      Then the operator sees that Ama's credential was never used

    Scenario: Now
      Given Ama has an account
      And 1 hour passed
      When Ama looks up her account
      Then the operator sees that Ama's credential was used now
